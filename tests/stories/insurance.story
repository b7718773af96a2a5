
  Blackjack, Massachusetts (ma-blackjack)
  6 decks, dealer stands on soft 17, $5 to $500

  The dealer puts the cards into the shoe.
  The dealer burns one card, face down.
  Betting opens.
  Box 1 bets $10.
  Box 2 bets $10.
  Box 3 bets $10.
  The dealer calls "No more bets."

      Dealer   A♦ ▒▒         shows an ace
      Box 1    A♥ K♣         blackjack
      Box 2    T♥ 9♣         19
      Box 3    K♥ A♣         blackjack

  The dealer shows an ace and offers insurance.
  The dealer offers box 1 even money for the blackjack.
  The dealer offers box 3 even money for the blackjack.
  Box 1 takes even money.
  The dealer pays box 1 $10, even money.
  Box 2 takes insurance for $5.
  The dealer puts the hole card into the card reader, face down.
  The card reader says: blackjack.

  The dealer turns the hole card, K♦: A♦ K♦, blackjack.

  Box 3 takes $10 back (blackjack against blackjack).
  The dealer takes $10 from box 2 (dealer blackjack).
  The dealer pays box 2 $10 for insurance.

  Box 1 wins $10.
  Box 2 comes out even.
  Box 3 comes out even.

  Round 2

  Betting opens.
  Box 1 bets $10.
  The dealer calls "No more bets."

      Dealer   A♦ ▒▒         shows an ace
      Box 1    T♥ 9♣         19

  The dealer shows an ace and offers insurance.
  Box 1 takes insurance for $5.
  The dealer puts the hole card into the card reader, face down.
  The card reader says: no blackjack.
  The dealer takes the insurance of box 1, $5.
  Box 1 stands on 19.

  The dealer turns the hole card, 7♦: A♦ 7♦, soft 18.

  The dealer pays box 1 $10 (19 against 18).

  Box 1 wins $5.
