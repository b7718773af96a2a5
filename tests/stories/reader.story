
  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  The card reader fails. No card is dealt until it is repaired or replaced.
  The card reader works again.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    T♥ 9♣         19

  The dealer uses the card reader although neither an ace nor a ten-value card is up.
  The dealer calls a floorperson, who must confirm it.
  A floorperson confirms it: play goes on.
  Box 1 stands on 19.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 9♠: 6♦ K♥ 9♠, 25.

  The dealer pays box 1 $10 (the dealer has 25, over 21).

  Box 1 wins $10.

  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    T♥ 9♣         19
      Box 2    9♥ 8♣         17

  The dealer uses the card reader although neither an ace nor a ten-value card is up.
  The dealer calls a supervisor, who must confirm it.
  A supervisor confirms it: this card reader can reveal the card, so all hands in play are dead.
  Box 2 gets $10 back: the hand is dead.
  Box 1 gets $10 back: the hand is dead.

  Box 1 comes out even.
  Box 2 comes out even.

  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  The card reader fails. Play goes on without it.
  The dealer calls "No more bets."

      Dealer   K♦ ▒▒         shows 10
      Box 1    T♥ 9♣         19

  Box 1 stands on 19.

  The dealer turns the hole card, 7♥: K♦ 7♥, 17.

  The dealer pays box 1 $10 (19 against 17).

  Box 1 wins $10.
