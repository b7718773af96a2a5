
  Free Bet Blackjack, Massachusetts (ma-freebet)
  6 decks, dealer stands on soft 17, dealer 22 pushes, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $5 on Push 22.
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

  The dealer takes $5 from box 1 on Push 22 (not 22).
  Hand 1 of box 1 takes $10 back (18 against 18).
  The dealer pays hand 2 of box 1 $20 (20 against 18); $20 of it is for 2 lammers.
  The dealer collects a lammer of hand 2 of box 1.
  The dealer collects a lammer of hand 2 of box 1.

  Box 1 wins $15.

  Round 2

  Betting opens.
  Box 1 bets $10.
  Box 1 bets $5 on Push 22.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    6♥ 5♣         11

  Box 1 doubles 11 for free.
  The dealer sets a lammer: it doubles box 1.
  Box 1 draws 9♠: 6♥ 5♣ 9♠, 20.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 6♠: 6♦ K♥ 6♠, 22.

  Push 22 of box 1 wins $40: 22.
  The dealer pays box 1 $40 on Push 22.
  Box 1 takes $10 back (a dealer 22 is a push).
  The dealer collects a lammer of box 1.

  Box 1 wins $40.

  Round 3

  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    8♥ 8♣         16

  Box 1 splits 8♥ 8♣ for free.
  The dealer sets a lammer: it stakes hand 2 of box 1.
  Hand 1 of box 1 draws 6♣: 8♥ 6♣, 14.
  Hand 1 of box 1 hits and draws T♦: 8♥ 6♣ T♦, 24.
  Hand 1 of box 1 is over 21 with 24.
  The cards of hand 1 of box 1 stay, tucked under a wager.
  Hand 2 of box 1 draws 9♦: 8♣ 9♦, 17.
  Hand 2 of box 1 stands on 17.

  The dealer turns the hole card, K♥: 6♦ K♥, 16.
  The dealer draws 2♥: 6♦ K♥ 2♥, 18.

  The dealer takes $10 from hand 1 of box 1 (over 21).
  The dealer collects a lammer of hand 2 of box 1.

  Box 1 loses $10.
