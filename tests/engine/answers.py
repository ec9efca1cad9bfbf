"""For each situation and seat the code of the refusal (``-``: admitted), and what gets it.

``test_objections.py`` has the situations and holds the engine against this table.

Longer than other files: it is one table.
"""

from __future__ import annotations

TABLE = """
seating: white black
    -                   join cancel remove
    no_opponent         ready roll double take drop beaver raccoon play resign accept reject
    no_opponent         withdraw concede
    game_in_progress    throw_opening
    not_over            rematch
    only_in_session     end_session
    nothing_to_reveal   reveal
    no_opponent         claim
ready: white black
    -                   ready cancel remove
    room_full           join
    not_started         roll double take drop beaver raccoon play resign accept reject withdraw
    not_started         concede
    game_in_progress    throw_opening
    not_over            rematch
    only_in_session     end_session
    nothing_to_reveal   reveal
    not_started         claim
opening: white black
    -                   throw_opening concede remove
    room_full           join
    match_begun         cancel
    game_in_progress    ready
    opening_pending     roll double take drop play resign accept reject withdraw
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    opening_pending     claim
opening, revealing: white black
    -                   reveal concede remove
    room_full           join
    match_begun         cancel
    game_in_progress    ready
    opening_pending     throw_opening roll double take drop play resign accept reject withdraw
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    opening_pending     claim
to roll: white
    -                   roll double resign concede remove
    must_roll           play
    no_double_offered   take drop
    no_resignation      accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
to roll: black
    -                   resign concede remove
    not_your_turn       roll double play
    no_double_offered   take drop
    no_resignation      accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
doubled: white
    -                   concede remove
    own_double          take drop beaver
    offer_pending       roll double play resign accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          raccoon
    nothing_to_reveal   reveal
    not_away            claim
doubled: black
    -                   take drop concede remove
    offer_pending       roll double play resign accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
to play: white
    -                   play resign concede remove
    already_rolled      roll double
    no_double_offered   take drop
    no_resignation      accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
to play: black
    -                   resign concede remove
    not_your_turn       roll double play
    no_double_offered   take drop
    no_resignation      accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
game over: white black
    -                   ready concede remove
    not_started         roll double take drop beaver raccoon play resign accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    throw_opening
    not_over            rematch
    only_in_session     end_session
    nothing_to_reveal   reveal
    not_started         claim
match over: white black
    -                   rematch remove
    match_over          cancel ready concede end_session
    match_over          roll double take drop beaver raccoon play resign accept reject withdraw
    room_full           join
    game_in_progress    throw_opening
    nothing_to_reveal   reveal
    match_over          claim
cancelled: white black
    -                   remove
    cancelled           join cancel ready concede end_session rematch
    cancelled           roll double take drop beaver raccoon play resign accept reject withdraw
    game_in_progress    throw_opening
    nothing_to_reveal   reveal
    cancelled           claim
to roll, white resigns: white
    -                   roll double resign withdraw concede remove
    must_roll           play
    no_double_offered   take drop
    own_resignation     accept reject
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
to roll, white resigns: black
    -                   accept reject concede remove
    resignation_pending resign
    not_your_resignation withdraw
    not_your_turn       roll double play
    no_double_offered   take drop
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
to play, black resigns: white
    -                   play accept reject concede remove
    resignation_pending resign
    not_your_resignation withdraw
    already_rolled      roll double
    no_double_offered   take drop
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
to play, black resigns: black
    -                   resign withdraw concede remove
    own_resignation     accept reject
    not_your_turn       roll double play
    no_double_offered   take drop
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
to roll, white away: white
    -                   roll double resign concede remove
    must_roll           play
    no_double_offered   take drop
    no_resignation      accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
to roll, white away: black
    -                   resign concede remove claim
    not_your_turn       roll double play
    no_double_offered   take drop
    no_resignation      accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
to roll, black away: white
    -                   roll double resign concede remove
    must_roll           play
    no_double_offered   take drop
    no_resignation      accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    away_off_turn       claim
to roll, black away: black
    -                   resign concede remove
    not_your_turn       roll double play
    no_double_offered   take drop
    no_resignation      accept reject withdraw
    room_full           join
    match_begun         cancel
    game_in_progress    ready throw_opening
    not_over            rematch
    only_in_session     end_session
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
money, ready: white black
    -                   ready cancel remove
    not_started         roll double take drop beaver raccoon play resign accept reject withdraw
    not_started         concede end_session
    room_full           join
    game_in_progress    throw_opening
    not_over            rematch
    nothing_to_reveal   reveal
    not_started         claim
money, to roll: white
    -                   roll double resign remove
    must_roll           play
    no_double_offered   take drop
    no_resignation      accept reject withdraw
    only_in_match       concede
    room_full           join
    match_begun         cancel
    game_in_progress    ready end_session throw_opening
    not_over            rematch
    no_beavers          beaver raccoon
    nothing_to_reveal   reveal
    not_away            claim
money, game over: white black
    -                   ready end_session remove
    not_started         roll double take drop beaver raccoon play resign accept reject withdraw
    only_in_match       concede
    room_full           join
    match_begun         cancel
    game_in_progress    throw_opening
    not_over            rematch
    nothing_to_reveal   reveal
    not_started         claim
beavers, to roll: white
    -                   roll double resign remove
    must_roll           play
    no_double_offered   take drop beaver raccoon
    no_resignation      accept reject withdraw
    only_in_match       concede
    room_full           join
    match_begun         cancel
    game_in_progress    ready end_session throw_opening
    not_over            rematch
    nothing_to_reveal   reveal
    not_away            claim
beavers, doubled: white
    -                   remove
    own_double          take drop beaver
    wrong_redouble      raccoon
    offer_pending       roll double play resign accept reject withdraw
    only_in_match       concede
    room_full           join
    match_begun         cancel
    game_in_progress    ready end_session throw_opening
    not_over            rematch
    nothing_to_reveal   reveal
    not_away            claim
beavers, doubled: black
    -                   take drop beaver remove
    wrong_redouble      raccoon
    offer_pending       roll double play resign accept reject withdraw
    only_in_match       concede
    room_full           join
    match_begun         cancel
    game_in_progress    ready end_session throw_opening
    not_over            rematch
    nothing_to_reveal   reveal
    not_away            claim
beavers, beavered: white
    -                   take drop raccoon remove
    wrong_redouble      beaver
    offer_pending       roll double play resign accept reject withdraw
    only_in_match       concede
    room_full           join
    match_begun         cancel
    game_in_progress    ready end_session throw_opening
    not_over            rematch
    nothing_to_reveal   reveal
    not_away            claim
beavers, beavered: black
    -                   remove
    own_double          take drop raccoon
    wrong_redouble      beaver
    offer_pending       roll double play resign accept reject withdraw
    only_in_match       concede
    room_full           join
    match_begun         cancel
    game_in_progress    ready end_session throw_opening
    not_over            rematch
    nothing_to_reveal   reveal
    not_away            claim
beavers, raccooned: white
    -                   remove
    own_double          take drop
    wrong_redouble      beaver raccoon
    offer_pending       roll double play resign accept reject withdraw
    only_in_match       concede
    room_full           join
    match_begun         cancel
    game_in_progress    ready end_session throw_opening
    not_over            rematch
    nothing_to_reveal   reveal
    not_away            claim
beavers, raccooned: black
    -                   take drop remove
    wrong_redouble      beaver raccoon
    offer_pending       roll double play resign accept reject withdraw
    only_in_match       concede
    room_full           join
    match_begun         cancel
    game_in_progress    ready end_session throw_opening
    not_over            rematch
    nothing_to_reveal   reveal
    not_away            claim
"""
