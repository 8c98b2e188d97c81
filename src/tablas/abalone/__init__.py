"""Abalone: marbles in lines that push each other over the edge."""
