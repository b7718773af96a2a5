
  Blackjack, Massachusetts (ma-blackjack-multi)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10 against dealer hand 1.
  Box 1 bets $20 against dealer hand 2.
  Box 1 bets $30 against dealer hand 3.
  The dealer calls "No more bets."

      Dealer   A♦            an ace
      Box 1    T♥ 9♣         19

  The dealer shows an ace and offers insurance.
  Box 1 takes insurance for $5 against dealer hand 1.
  Box 1 takes insurance for $10 against dealer hand 2.
  Box 1 stands on 19.

  The dealer calls "Dealer's card."
  The dealer draws K♥: A♦ K♥, blackjack.

  The dealer takes $10 from box 1 against dealer hand 1 (dealer blackjack).
  The dealer pays box 1 $10 for insurance against dealer hand 1.

  The dealer racks the cards of dealer hand 1 and keeps the up card, A♦.
  The dealer calls "Dealer's card."
  The dealer draws K♠: A♦ K♠, blackjack.

  The dealer takes $20 from box 1 against dealer hand 2 (dealer blackjack).
  The dealer pays box 1 $20 for insurance against dealer hand 2.

  The dealer racks the cards of dealer hand 2 and keeps the up card, A♦.
  The dealer calls "Dealer's card."
  The dealer draws 7♣: A♦ 7♣, soft 18.

  The dealer pays box 1 $30 against dealer hand 3 (19 against 18).

  Box 1 wins $30.

  Round 2

  Betting opens.
  Box 1 bets $10 against dealer hand 1.
  Box 1 bets $10 against dealer hand 2.
  Box 1 bets $10 against dealer hand 3.
  The dealer calls "No more bets."

      Dealer   6♦            6
      Box 1    T♥ 9♣         19

  Box 1 stands on 19.

  The dealer calls "Dealer's card."
  The dealer draws K♥: 6♦ K♥, 16.
  The dealer draws 3♥: 6♦ K♥ 3♥, 19.

  Box 1 takes $10 back against dealer hand 1 (19 against 19).

  The dealer racks the cards of dealer hand 1 and keeps the up card, 6♦.
  The dealer calls "Dealer's card."
  The dealer draws K♠: 6♦ K♠, 16.
  The dealer did not move the up card to the next dealer hand. It counts as moved.
  The dealer draws 2♠: 6♦ K♠ 2♠, 18.

  The dealer pays box 1 $10 against dealer hand 2 (19 against 18).

  The dealer racks the cards of dealer hand 2 and keeps the up card, 6♦.
  The dealer calls "Dealer's card."
  The dealer draws K♣: 6♦ K♣, 16.
  The dealer draws 6♣: 6♦ K♣ 6♣, 22.

  The dealer pays box 1 $10 against dealer hand 3 (the dealer has 22, over 21).

  Box 1 wins $20.

  Round 3

  Betting opens.
  Box 1 bets $10 against dealer hand 1.
  Box 1 bets $10 against dealer hand 2.
  Box 1 bets $10 against dealer hand 3.
  The dealer calls "No more bets."

      Dealer   6♦            6
      Box 1    T♥ 9♣         19

  Box 1 stands on 19.

  The dealer calls "Dealer's card."
  The dealer draws K♥: 6♦ K♥, 16.
  The dealer draws 3♥: 6♦ K♥ 3♥, 19.

  Box 1 takes $10 back against dealer hand 1 (19 against 19).

  The dealer racks the cards of dealer hand 1 and keeps the up card, 6♦.
  The dealer calls "Dealer's card."
  The dealer draws K♠: 6♦ K♠, 16.
  The dealer racked the up card, 6♦, too early.
  The dealer calls a supervisor, who must confirm it.
  A supervisor rebuilds the hand from the rack: 6♦ is the up card again.
  The dealer draws 2♠: 6♦ K♠ 2♠, 18.

  The dealer pays box 1 $10 against dealer hand 2 (19 against 18).

  The dealer racks the cards of dealer hand 2 and keeps the up card, 6♦.
  The dealer calls "Dealer's card."
  The dealer draws K♣: 6♦ K♣, 16.
  The dealer draws 6♣: 6♦ K♣ 6♣, 22.

  The dealer pays box 1 $10 against dealer hand 3 (the dealer has 22, over 21).

  Box 1 wins $20.
