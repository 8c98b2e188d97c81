"""For whoever runs a server: backups and a check of everything stored."""
