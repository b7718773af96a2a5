
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  The progressive light of box 1 does not work. No progressive wager is taken there.
  Box 1 bets $10.
  The progressive light of box 1 works again.
  Box 1 bets $5 on Super 4 Progressive.
  The light of box 1 shows the Super 4 Progressive wager.
  The dealer calls "No more bets."
  The dealer presses START GAME: progressive wagers are locked.

      Dealer   9♦ ▒▒         shows 9
      Box 1    T♥ 9♣         19

  Box 1 stands on 19.

  The dealer turns the hole card, T♦: 9♦ T♦, 19.

  The dealer takes $5 from box 1 on Super 4 Progressive (no blackjack, no ace up).
  Box 1 takes $10 back (19 against 19).
  The dealer presses END GAME: the progressive system is ready for the next round.

  Box 1 loses $5.
