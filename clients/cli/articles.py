"""Longer help: first plays, plans, and where the game comes from. Translated when it is shown."""

from __future__ import annotations

OPENINGS_BEFORE = """\
First plays from the start position, best first; in brackets what a play loses against
the best, in parts of a game. What loses less than 0.02 is a matter of taste."""

OPENINGS_AFTER = """\
Doubles cannot be an opening roll: they are for the second player, where the first play
leaves room for them. Judged by {engine}, {level}.
Older books put a checker on the own 5 point with 2-1 and 5-1, bring two checkers down
with 5-2 and 5-4, and play 4-3 as 24/20 13/10."""

STRATEGY = """\
Compare the pip counts all the time: ahead play safe and race, behind play for contact.

Five plans, and a game may go through several:
  Running    you are ahead, and past the other side or nearly: go home, waste no pips.
  Holding    you are behind: keep a point in the other side's home or outer board (20, 21
             and 18 are best) and wait for a shot or a large roll. It is worth less once
             the other side has cleared its midpoint.
  Priming    hold up to six points in a row; what stands behind six cannot pass. Build
             between 11 and 2 and roll it home. When both prime, the side with the larger
             pip count keeps its prime less long: it has fewer other moves to make.
  Blitz      attack blots in your home board while you close it. Strong after a good
             start, risky otherwise.
  Back game  hold two points in the other side's home board. For when you are far
             behind; nothing to aim at from the start.

Points
  Make the 5 point and the bar point first, then the 4 point, then the rest of home.
  A blot on your 5 point may be worth the risk if you can cover it next turn.
  The checkers at the back are hit easily on 18 and 16; early on leave them, or move both.
  Hit when you can cover, and count the return shots first.
Blots
  Before you leave one, count the rolls that hit it. Leave several so that the same
  number hits them all, and place checkers so that many numbers work next turn.
Dice
  See both dice as one thought: a play that makes a point beats two that do not meet.
Cube
  Double when you are so far ahead that the other side has to think about it. Take when
  you win at least one game in four from there.
  Before you accept a single, ask whether a gammon is near.
  Once all your checkers are home, the first one borne off saves the gammon."""

HISTORY = """\
Games with dice and two rows of points, called tables, were played in many lands for
thousands of years. In China one of them, shuanglu, is known since the time of the Three
Kingdoms; a book of 1151, the Pu Shuang, describes many boards. It went out of use by the
Qing dynasty.
The name backgammon is from the 17th century. The doubling cube was added in the 1920s.
The notation used here was spread by Paul Magriel's book in the 1970s, and a world
championship is held in Monte Carlo since 1979.
Hypergammon, with three checkers a side, is solved: some 32 million positions."""
