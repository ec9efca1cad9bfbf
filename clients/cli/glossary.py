"""The words of the game explained, with the rules that stand behind them.

``TERMS`` are texts, translated when they are shown. ``FOUND_BY`` are the words under which each is
found in any language that is spoken: other names, Chinese ones, and ones that older programs and
books used; those that mislead are found here and used nowhere else.
"""

from __future__ import annotations

TERMS = {
    "backgammon": "backgammon: a race of two sides with 15 checkers each over 24 points. You move "
    "by two dice, bring all your checkers home and bear them off; who is off first wins.",
    "checker": "checker: one of the 15 pieces of a side. X is you, O the other.",
    "point": "point: one of the 24 places of the board. You count yours from 24, the farthest, "
    "to 1. A checker may land where the other side has at most one checker.",
    "pip count": "pip count: how many pips a side still has to go; 167 at the start. A checker on "
    "the bar counts 25.",
    "score": "score: the points won in the match. A game is worth 1, 2 or 3 times the cube.",
    "bar": "bar: the strip in the middle. A checker that is hit waits there, and all that wait "
    "must enter before anything else of that side moves.",
    "hit": "hit: landing on a blot sends it to the bar. It is written with a star: 13/7*.",
    "blot": "blot: a checker alone on a point; it can be hit. Two on a point are safe.",
    "enter": "enter: coming in from the bar. A 3 enters on the point 22, the other side's 3 point, "
    "unless that point is held by two or more.",
    "bear off": "bear off: taking checkers off the board, once all that are left are home. The "
    "number must be exact; a larger one bears off from the highest point that you hold.",
    "home board": "home board: the points 6 to 1; the outer board is 12 to 7. You bear off from "
    "home, and the other side enters there.",
    "midpoint": "midpoint: your 13 point, where five checkers stand at the start.",
    "bar point": "bar point: your 7 point, next to the bar. It blocks the sixes of the checkers "
    "on your 1 point.",
    "make a point": "make a point: bringing two checkers to a point, so that the other side cannot "
    "land there.",
    "anchor": "anchor: a point that you hold in the other side's home board. You can always enter "
    "there; 20 and 21 are the best.",
    "prime": "prime: points in a row that you hold. No checker passes six of them.",
    "shut out": "shut out: on the bar before a home board of which the other side holds all six "
    "points. Your turns pass until one opens.",
    "roll": "roll: throwing both dice. You play both numbers if you can; if you can play either "
    "but not both, the larger; of doubles as many of the four as you can.",
    "opening roll": "opening roll: each side throws one die. The higher one starts and plays both "
    "numbers; equal dice are thrown again.",
    "doubles": "doubles: two equal dice; the number is played four times.",
    "double": "double: offering to play on for twice the stake, before rolling, while the cube is "
    "in the middle or yours. A redouble is the same with your own cube.",
    "cube": "cube: the doubling cube shows the stake: 1, 2, 4 and so on. Who takes a double owns "
    "it and alone may double next.",
    "dead cube": "dead cube: a cube that cannot be turned any more, because its owner wins the "
    "match already at the value that it shows.",
    "take": "take: accepting a double. You play on for twice the stake and own the cube.",
    "drop": "drop: refusing a double. The game is over and you lose the stake as it was before.",
    "resign": "resign: offering to lose the game as a single, a gammon or a backgammon. If the "
    "offer is rejected the game goes on; if it is accepted the game is over.",
    "single": "single: a game won while the loser has borne off a checker; worth the cube.",
    "gammon": "gammon: a game won while the loser has borne off none; worth twice the cube.",
    "backgammon win": "backgammon win: a gammon while the loser still has a checker on the bar or "
    "in the winner's home board; worth three times the cube.",
    "match": "match: games until a side has the points agreed on, as in a match to 5. The score is "
    "shown up to that number.",
    "game": "game: from the opening roll to the last checker, a drop or a resignation.",
    "turn": "turn: one side's roll and its play, with the decision about the cube before.",
    "money session": "money session: games without an end that was agreed on; each is won for its "
    "points. Jacoby, beavers and automatic doubles exist here only.",
    "crawford": "Crawford rule: in the one game after a side first comes within one point of the "
    "match nobody may double. After it the cube is back.",
    "jacoby": "Jacoby rule (money sessions): a gammon or backgammon counts as a single until a "
    "double has been taken.",
    "beaver": "beaver (money sessions): the side that is doubled doubles again at once and keeps "
    "the cube. A raccoon is the same in answer to a beaver.",
    "automatic double": "automatic double (money sessions): equal opening dice turn the cube.",
    "play": "play: what you do with a roll. 8/5 6/5 moves from 8 to 5 and from 6 to 5; 6/4(2) is "
    "the same move twice, bar/22 enters, 5/off bears off, a star hits.",
    "no legal play": "no legal play: nothing that the dice allow. The turn passes by itself.",
    "race": "race: the two sides have passed each other and nobody can be hit any more.",
    "shot": "shot: a roll that can hit. A blot 6 away is hit by 17 of the 36 rolls, one that is "
    "1 away by 11.",
    "spectators": "spectators: those who watch. They see what both players see, and no more.",
    "rematch": "rematch: another match between the same two; it starts at 0-0.",
    "nackgammon": "Nackgammon: a variant that starts with two checkers more at the back: "
    "24:2 23:2 13:4 8:3 6:4.",
    "hypergammon": "Hypergammon: a variant with three checkers a side, on 24, 23 and 22.",
    "longgammon": "Longgammon: a variant that starts with all 15 checkers on 24.",
    "acey-deucey": "Acey-deucey: a variant in which all checkers enter from outside, and 1-2 gives "
    "doubles of your choice and another roll.",
    "sugoroku": "Sugoroku: the Japanese variant; doubles count twice, and nothing is borne off.",
}

FOUND_BY = {
    "backgammon": "双陆, 双陆棋, 西洋双陆棋, 步步高, 规则, rules",
    "checker": "checkers, piece, man, stone, 棋子, 宝石, 石子",
    "point": "points, 点位, 点, 棋格, 尖角, 格子, 角点",
    "pip count": "pip, pipcount, 总点数, 点数计算, pip 数, 点数",
    "score": "score point, 分, 比分, 得分",
    "bar": "中线, 横木, 吧台, 分界",
    "hit": "hits, hitting, 击中, 打, 出局, 攻击, 打击, 碰线",
    "blot": "blots, 落单, 落单棋子, 单子, 弱棋, 弱点",
    "enter": "entering, 进场, 移进, 入局, 回到棋盘, 过线",
    "bear off": "bearing off, bearoff, off, tray, 移出, 移出区, 收藏, 移离棋盘, 离盘",
    "home board": "home, outer, outer board, inner board, 内盘, 外盘, 领地, 主盘",
    "midpoint": "mid point, 13, 中点, 中线点",
    "bar point": "7, 7 point, 7 点, 横木棋格, 临界点, 门口 7 点, 中线边点",
    "make a point": "making points, 占点, 封闭, 占据",
    "anchor": "anchors, 锚点, 留锚",
    "prime": "block, blockade, 防线, 连续点",
    "shut out": "closed board, closed out, closeout, 关死",
    "roll": "rolls, dice, die, 掷骰子, 掷骰, 骰子",
    "opening roll": "opening, 开局掷骰",
    "doubles": "doublet, 同点, 双数, 两个相同",
    "double": "doubling, redouble, 加倍, 再加倍, 双倍",
    "cube": "doubling cube, stake, 加倍骰, 倍数, 分值, 加倍分值, 倍数骰子, 倍数方块, 加倍色子",
    "dead cube": "dead, 死骰",
    "take": "taking, 接受, 同意, 跟进",
    "drop": "dropping, 放弃本局, 放弃, 拒绝",
    "resign": "resignation, 认输, 辞职, 同意认输, 拒绝认输",
    "single": "single game, 单胜",
    "gammon": "gammons, 全胜",
    "backgammon win": "backgammons, triple, 完胜, 大胜, 家乐",
    "match": "matches, 比赛, 分赛",
    "game": "games, 局, 轮",
    "turn": "turns, 回合, 轮次",
    "money session": "money, session, unlimited, 不限分赛",
    "crawford": "crawford rule, 克罗福, 克罗福规则, 克劳福德",
    "jacoby": "jacoby rule, 雅可比, 雅可比规则",
    "beaver": "beavers, raccoon, raccoons, 海狸, 反加倍, 再反加倍",
    "automatic double": "automatic doubles, 自动加倍",
    "play": "plays, move, notation, 走法, 着法, 记谱",
    "no legal play": "dance, no move, 无子可走, 失去机会, 作废",
    "race": "racing, 竞速, 赛跑",
    "shot": "shots, 打点, 击中机会",
    "spectators": "spectator, watch, 观战, 观战人数",
    "rematch": "再来一场, 再来一局",
    "nackgammon": "纳克双陆",
    "hypergammon": "超级双陆",
    "longgammon": "长程双陆",
    "acey-deucey": "acey deucey",
    "sugoroku": "日本双陆, 雙六",
}
