"""What backgammon and Abak share: must-play, the graph of legal steps, spelling, reasons."""
