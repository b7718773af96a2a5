
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 1 bets $1 on Sevens.
  Box 2 bets $10.
  Box 2 bets $1 on Sevens.
  The dealer calls "No more bets."

      Dealer   K♦ ▒▒         shows 10
      Box 1    7♥ 7♦         14
      Box 2    7♣ 7♥         14

  Sevens of box 2 waits: further cards decide what it wins.
  Sevens of box 1 waits: further cards decide what it wins.
  The dealer puts the hole card into the card reader, face down.
  The card reader says: blackjack.

  The dealer turns the hole card, A♠: K♦ A♠, blackjack.
  The dealer has a blackjack and offers box 1 a third card for Sevens.

  Box 1 declines the card.
  Sevens of box 1 wins $50: two 7s.
  The dealer pays box 1 $50 on Sevens.
  The dealer has a blackjack and offers box 2 a third card for Sevens.
  Box 2 takes the card, 2♠: 7♣ 7♥ 2♠, 16.
  Sevens of box 2 wins $50: two 7s.
  The dealer pays box 2 $50 on Sevens.
  The dealer takes $10 from box 2 (dealer blackjack).
  The dealer takes $10 from box 1 (dealer blackjack).

  Box 1 wins $40.
  Box 2 wins $40.

  Round 2

  Betting opens.
  Box 1 bets $10.
  Box 1 bets $1 on Sevens.
  The dealer calls "No more bets."

      Dealer   6♦ ▒▒         shows 6
      Box 1    7♥ 7♣         14

  Sevens of box 1 waits: further cards decide what it wins.
  The dealer warns box 1: a split decides Sevens before the next card.
  Box 1 splits 7♥ 7♣ for $10 more.
  Sevens of box 1 wins $50: two 7s.
  The dealer pays box 1 $50 on Sevens.
  Hand 1 of box 1 draws T♣: 7♥ T♣, 17.
  Hand 1 of box 1 stands on 17.
  Hand 2 of box 1 draws 9♣: 7♣ 9♣, 16.
  Hand 2 of box 1 stands on 16.

  The dealer turns the hole card, K♦: 6♦ K♦, 16.
  The dealer draws 9♠: 6♦ K♦ 9♠, 25.

  The dealer pays hand 1 of box 1 $10 (the dealer has 25, over 21).
  The dealer pays hand 2 of box 1 $10 (the dealer has 25, over 21).

  Box 1 wins $70.
