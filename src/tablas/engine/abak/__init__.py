"""The strong Abak player's own parts: heuristic, reasons, openings, facts."""
