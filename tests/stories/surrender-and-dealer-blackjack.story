
  Blackjack, Massachusetts (ma-blackjack-nohole)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  The dealer calls "No more bets."

      Dealer   9♦            9
      Box 1    T♥ 6♣         16
      Box 2    8♥ 8♣         16

  Box 1 surrenders.
  The dealer takes $5 from box 1 for the surrender.
  Box 1 takes the other part back, $5.
  Box 2 splits 8♥ 8♣ for $10 more.
  Hand 1 of box 2 draws T♠: 8♥ T♠, 18.
  Hand 1 of box 2 stands on 18.
  Hand 2 of box 2 draws 9♣: 8♣ 9♣, 17.
  Hand 2 of box 2 stands on 17.

  The dealer calls "Dealer's card."
  The dealer draws 7♦: 9♦ 7♦, 16.
  The dealer draws 2♥: 9♦ 7♦ 2♥, 18.

  The dealer takes $10 from hand 2 of box 2 (17 against 18).
  Hand 1 of box 2 takes $10 back (18 against 18).

  Box 1 loses $5.
  Box 2 loses $10.

  Round 2

  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   T♦            10
      Box 1    8♥ 8♣         16

  Box 1 splits 8♥ 8♣ for $10 more.
  Hand 1 of box 1 draws T♠: 8♥ T♠, 18.
  Hand 1 of box 1 stands on 18.
  Hand 2 of box 1 draws 9♣: 8♣ 9♣, 17.
  Hand 2 of box 1 stands on 17.

  The dealer calls "Dealer's card."
  The dealer draws A♦: T♦ A♦, blackjack.

  The dealer takes $10 from hand 1 of box 1 (dealer blackjack).
  Hand 2 of box 1 gets $10 back: a dealer blackjack takes only the original wager.

  Box 1 loses $10.
