
  Free Bet Blackjack, Washington (wa-freebet)
  6 decks, dealer hits soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $1 on Blazing 7's Progressive.
  The light of box 1 shows the Blazing 7's Progressive wager.
  The dealer calls "No more bets."
  The dealer presses START GAME: progressive wagers are locked.
  The dealer takes the Blazing 7's Progressive stake of box 1, $1.

      Dealer   9♦ ▒▒         shows 9
      Box 1    7♥ 7♥         14

  Blazing 7's Progressive of box 1 waits: further cards decide what it wins.
  Box 1 hits and draws 7♥: 7♥ 7♥ 7♥, 21.

  The dealer turns the hole card, 8♥: 9♦ 8♥, 17.

  The dealer pays box 1 $10 (21 against 17).
  Blazing 7's Progressive of box 1 wins 100 % of a meter: three 7s, one suit.
  The dealer presses the hand button for box 1, 100 % of the meter blazing7, and calls a supervisor.
  A supervisor verifies the cards and the light of box 1 and confirms $5,000.24.
  An executive completes the award with a card: $5,000.24 from the meter blazing7, which now shows $2,000.
  Blazing 7's Progressive of box 1 wins $5,000.24: three 7s, one suit.
  The dealer pays box 1 $5,000.24 on Blazing 7's Progressive.
  The dealer presses END GAME: the progressive system is ready for the next round.

  Box 1 wins $5,009.24.

  Free Bet Blackjack, Washington (wa-freebet)
  6 decks, dealer hits soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $1 on Blazing 7's Progressive.
  The light of box 1 shows the Blazing 7's Progressive wager.
  Box 2 bets $10.
  Box 2 bets $1 on Blazing 7's Progressive.
  The light of box 2 shows the Blazing 7's Progressive wager.
  The dealer calls "No more bets."
  The dealer presses START GAME: progressive wagers are locked.
  The dealer takes the Blazing 7's Progressive stake of box 1, $1.
  The dealer takes the Blazing 7's Progressive stake of box 2, $1.

      Dealer   9♦ ▒▒         shows 9
      Box 1    7♥ T♣         17
      Box 2    7♠ 7♦         14

  Blazing 7's Progressive of box 2 waits: further cards decide what it wins.
  Blazing 7's Progressive of box 1 waits: further cards decide what it wins.
  Box 1 stands on 17.
  Box 2 stands on 14.

  The dealer turns the hole card, 8♥: 9♦ 8♥, 17.

  The dealer takes $10 from box 2 (14 against 17).
  Blazing 7's Progressive of box 2 wins $25: two 7s.
  The dealer pays box 2 $25 on Blazing 7's Progressive.
  Box 1 takes $10 back (17 against 17).
  Blazing 7's Progressive of box 1 wins $2: one 7.
  The dealer pays box 1 $2 on Blazing 7's Progressive.
  The dealer presses END GAME: the progressive system is ready for the next round.

  Box 1 wins $1.
  Box 2 wins $14.
  The meter blazing7 pays the $25 of box 2 and now shows $4,976.40.
  The meter blazing7 pays the $2 of box 1 and now shows $4,974.40.
