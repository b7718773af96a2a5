
  Blackjack, Massachusetts (ma-blackjack-doubleshoe)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  Betting opens.
  Box 2 bets $10.
  Box 4 bets $10.
  The dealer calls "No more bets."
  The determinant card is T♥: the round is dealt from side A.

      Dealer   7♦            7
      Box 2    T♥ 9♣         19
      Box 4    9♥ 8♣         17

  Box 2 stands on 19.
  Box 4 stands on 17.

  The dealer calls "Dealer's card."
  The dealer draws K♦: 7♦ K♦, 17.

  Box 4 takes $10 back (17 against 17).
  The dealer pays box 2 $10 (19 against 17).

  Box 2 wins $10.
  Box 4 comes out even.

  Round 2

  Betting opens.
  Box 2 bets $10.
  The dealer calls "No more bets."
  The determinant card is T♠: the round is dealt from side B.
  T♠ came from the other side and goes to the segregated area.

      Dealer   7♦            7
      Box 2    9♥ 9♣         18

  The dealer dealt from the wrong side of the double shoe. The round stands.
  Box 2 stands on 18.

  The dealer calls "Dealer's card."
  The dealer draws K♦: 7♦ K♦, 17.

  The dealer pays box 2 $10 (18 against 17).

  Box 2 wins $10.
