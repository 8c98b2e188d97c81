"""People: sign-in, sessions, passwords and passkeys, ratings, chat, moderation."""
