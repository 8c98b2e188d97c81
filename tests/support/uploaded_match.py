"""A short match as another program would write it, with mistakes to find."""

from __future__ import annotations

# 24/23 13/10 with 31 gives away much; 8/5 6/5 is the best there is.
MATCH = """\
 3 point match

 Game 1
 Ana : 0                        Bob : 0
  1) 31: 24/23 13/10             64: 24/14
  2) 62: 24/18 13/11             Doubles => 2
  3)  Drops                       Wins 1 point

 Game 2
 Ana : 0                        Bob : 1
  1) 52: 13/8 24/22              31: 8/5 6/5
  2)  Resigns
      Wins 1 point
"""
