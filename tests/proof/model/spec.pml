/* spec.pml - what must hold of every order in which records are written, whichever server writes them.
 *
 * Each inline is one record of a journal. floor.pml calls it where the model's store commits, and a translated journal calls
 * it for each record that was written: so the model and the journals of the program are held against the same sentences.
 * People, clients, approvals and awards are numbers from 0; PROGRAM deals at virtual tables and is not a person. */

#define PROGRAM 0

/* stages of an approval */
#define WAITING 1
#define DECLINED 2
#define APPROVED 3
#define DONE 4 /* the approved word has had its effect */

/* stages of an award */
#define CALLED 1
#define VERIFIED 2
#define PAID 3
#define WITHDRAWN 4

int last[CLIENTS];        /* number of the last command done */
byte approval[APPROVALS]; /* stage */
short asker[APPROVALS];
short decider[APPROVALS];
byte award[AWARDS]; /* stage */
short caller[AWARDS];
short verifier[AWARDS];

/* A command is done once, and never after a later one of the same client. */
inline spec_command(c, n)
{
    assert(n > last[c]);
    last[c] = n
}

inline spec_asked(a, p)
{
    assert(approval[a] == 0);
    approval[a] = WAITING;
    asker[a] = p
}

/* Another person approves, once, what still waits. */
inline spec_approved(a, p)
{
    assert(approval[a] == WAITING);
    assert(p != asker[a]);
    approval[a] = APPROVED;
    decider[a] = p
}

inline spec_declined(a)
{
    assert(approval[a] == WAITING);
    approval[a] = DECLINED
}

/* What was approved is done at most once, in the names of the two people. */
inline spec_effect(a, p, q)
{
    assert(approval[a] == APPROVED);
    assert(p == asker[a] && q == decider[a]);
    approval[a] = DONE
}

inline spec_called(w, p)
{
    assert(award[w] == 0);
    award[w] = CALLED;
    caller[w] = p
}

/* WB7-13(e)(a): three acts by at least two people. */
inline spec_verified(w, p)
{
    assert(award[w] == CALLED);
    assert(p != caller[w] && p != PROGRAM);
    award[w] = VERIFIED;
    verifier[w] = p
}

inline spec_paid(w, p)
{
    assert(award[w] == VERIFIED);
    assert(p != caller[w] && p != PROGRAM);
    assert(caller[w] != PROGRAM || p != verifier[w]);
    award[w] = PAID
}

inline spec_withdrawn(w)
{
    assert(award[w] == CALLED || award[w] == VERIFIED);
    award[w] = WITHDRAWN
}
