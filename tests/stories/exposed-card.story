
  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    5♥ 4♣         9
      Box 2    9♥ 4♦         13

  The dealer draws 9♠ in error and exposes it. It is offered to the players in turn as the next card.
  Box 1 refuses 9♠ and gets no further card in this round.
  Box 2 accepts the exposed 9♠: 9♥ 4♦ 9♠, 22.
  Box 2 is over 21 with 22.
  The dealer takes $10 from box 2 (over 21).

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 3♥: 6♦ K♥ 3♥, 19.

  The dealer takes $10 from box 1 (9 against 19).

  Box 1 loses $10.
  Box 2 loses $10.

  Round 2

  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Dealer   7♦ ▒▒         shows 7
      Box 1    T♥ 7♣         17
      Box 2    9♥ 8♣         17

  The dealer draws 2♠ in error and exposes it. It is offered to the players in turn as the next card.
  Box 1 stands on 17.
  Box 2 stands on 17.

  The dealer turns the hole card, K♥: 7♦ K♥, 17.

  Box 2 takes $10 back (17 against 17).
  Box 1 takes $10 back (17 against 17).
  No hand can use 2♠: it goes to the discard rack.

  Box 1 comes out even.
  Box 2 comes out even.
