
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $5 on King's Bounty.
  Box 2 bets $10.
  Box 2 bets $5 on King's Bounty.
  The player of box 2 bets $3 on King's Bounty for the dealer.
  The dealer calls "No more bets."

      Dealer   T♦ ▒▒         shows 10
      Box 1    K♠ K♠         20
      Box 2    K♥ K♦         20

  King's Bounty of box 2 wins $30: two kings.
  The dealer pays box 2 $30 on King's Bounty.
  King's Bounty of the dealer's bet on box 2 wins $18: two kings.
  The dealer pays the dealer's bet on box 2 $18 on King's Bounty.
  King's Bounty of box 1 waits: further cards decide what it wins.
  The dealer puts the hole card into the card reader, face down.
  The card reader says: no blackjack.
  Box 1 stands on 20.
  Box 2 stands on 20.

  The dealer turns the hole card, 7♦: T♦ 7♦, 17.

  The dealer pays box 2 $10 (20 against 17).
  The dealer pays box 1 $10 (20 against 17).
  King's Bounty of box 1 wins $500: two kings of spades.
  The dealer pays box 1 $500 on King's Bounty.

  Box 1 wins $510.
  Box 2 wins $40.
  The dealer's bet on box 2 wins $18.
