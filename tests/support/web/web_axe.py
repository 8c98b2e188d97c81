"""What axe-core is asked on a page; its answer is what is wrong there and nothing else.

The rest of what it tells, a list of everything that it has looked at, takes longer to be carried
over from the browser than the rules take.
"""

from __future__ import annotations

RUN = "axe.run(document, {resultTypes: ['violations']}).then(({ violations }) => violations)"
# By night a page has other colours and nothing else.
COLOURS = """axe.run(document, {
  resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'],
}).then(({ violations }) => violations)"""
RUNS = {"light": RUN, "dark": COLOURS}
