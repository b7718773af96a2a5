
  Blackjack, Massachusetts (ma-blackjack-faceup)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   9♦ T♦         19
      Box 1    T♥ 9♣         19

  Box 1 stands on 19.
  The dealer takes $10 from box 1 (19 against 19: the dealer wins ties).

  Box 1 loses $10.
