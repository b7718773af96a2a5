
  Free Bet Blackjack, vendor's rules (vendor-freebet)
  6 decks, dealer hits soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $5 on Pot of Gold.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    8♥ 8♣         16

  Box 1 splits 8♥ 8♣ for free.
  The dealer sets a lammer: it stakes hand 2 of box 1.
  Hand 1 of box 1 draws T♠: 8♥ T♠, 18.
  Hand 1 of box 1 stands on 18.
  Hand 2 of box 1 draws 3♦: 8♣ 3♦, 11.
  Hand 2 of box 1 doubles 11 for free.
  The dealer sets a lammer: it doubles hand 2 of box 1.
  Hand 2 of box 1 draws 9♣: 8♣ 3♦ 9♣, 20.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 2♥: 6♦ K♥ 2♥, 18.

  Hand 1 of box 1 takes $10 back (18 against 18).
  The dealer pays hand 2 of box 1 $20 (20 against 18); $20 of it is for 2 lammers.
  A lammer of hand 2 of box 1 moves to the Pot of Gold.
  A lammer of hand 2 of box 1 moves to the Pot of Gold.
  Pot of Gold of box 1 wins $50: 2 lammers.
  The dealer pays box 1 $50 on Pot of Gold.

  Box 1 wins $70.
