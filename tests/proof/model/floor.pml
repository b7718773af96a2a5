/* floor.pml - two servers on one store: leases, repeated commands, approvals, awards from a shared meter.
 *
 * A step is what happens without anything else in between: a server reads, or the store commits a batch. Between two steps
 * anything may happen: a lease runs out, the other server takes the table, a server dies and forgets everything, a client
 * repeats a command at either server. Each commit calls spec.pml, whose assertions must hold in every order.
 *
 * The bounds come from model.py: TABLES, CLIENTS, APPROVALS, AWARDS, PEOPLE with the program, EPOCHS for each table (how often
 * a lease is taken), COMMANDS for each client, METER_CENTS. A process that never ends has no end state to be invalid.
 *
 * FAULT_... leaves out one precaution of the program; the checker must find the order in which that does harm. */

#define SERVERS 2
#define NO_SERVER 2 /* holds the table */

#include "spec.pml"

/* --- the store ----------------------------------------------------------------------------------------------------- */

byte owner[TABLES] = NO_SERVER;
byte epoch[TABLES];
bool run_out[TABLES];      /* by the store's clock */
byte seq[TABLES];          /* records of a table */
byte version[APPROVALS];   /* of the value approval/ID */
byte meter_version;        /* of the meter that the tables share */
byte meter = METER_CENTS;
byte paid_cents;

/* --- the servers --------------------------------------------------------------------------------------------------- */

byte believed[SERVERS * TABLES]; /* the epoch under which it holds the table; 0: does not */
bool cautious[SERVERS * TABLES]; /* its own clock, begun before the store's, has run out: it answers no look */
byte known[SERVERS * TABLES];    /* the last record it knows */
int remembered[SERVERS * CLIENTS];

/* What a server has judged and not yet committed. */
#define IDLE 0
#define COMMAND 1
#define DECISION 2
#define EFFECT 3
#define CALL 4
#define VERIFY 5
#define PAY 6
#define WITHDRAW 7
byte doing[SERVERS];
byte subject[SERVERS]; /* client, approval or award */
byte person[SERVERS];
byte base[SERVERS];  /* the version that it read */
byte value[SERVERS]; /* the meter that it read; a command's number; 1: approve, 0: decline */

int acked[CLIENTS]; /* the last number that was answered "done" */

#define AT(s, t) ((s) * TABLES + (t))
#define KNOWS(s, c) ((s) * CLIENTS + (c))
#define HOME(i) ((i) % TABLES) /* the table of a client, an approval or an award */
#define HOLDS(s, t) (believed[AT(s, t)] != 0)

/* The store accepts a table's record only from the lease's owner, under its epoch, in time, as the next one. */
#ifdef FAULT_NO_FENCE
#define ACCEPTS(s, t) (believed[AT(s, t)] != 0)
#else
#define ACCEPTS(s, t) (owner[t] == (s) && believed[AT(s, t)] == epoch[t] && !run_out[t] && known[AT(s, t)] == seq[t])
#endif

inline written(s, t)
{
    assert(owner[t] == s && believed[AT(s, t)] == epoch[t]);
    seq[t]++;
    known[AT(s, t)] = seq[t]
}

inline forget(s, t)
{
    believed[AT(s, t)] = 0;
    cautious[AT(s, t)] = false;
    known[AT(s, t)] = 0
}

inline rest(s)
{
    doing[s] = IDLE;
    subject[s] = 0;
    person[s] = 0;
    base[s] = 0;
    value[s] = 0
}

/* --- leases ---------------------------------------------------------------------------------------------------------- */

inline take(s, t)
{
    owner[t] = s;
    epoch[t]++;
    run_out[t] = false;
    believed[AT(s, t)] = epoch[t];
    cautious[AT(s, t)] = false;
    known[AT(s, t)] = seq[t];
#ifndef FAULT_COMMAND_FORGOTTEN
    for (c : 0 .. CLIENTS - 1) { /* the journal tells of every command that was done */
        if
        :: HOME(c) == t -> remembered[KNOWS(s, c)] = last[c]
        :: else
        fi
    }
    c = 0
#endif
}

/* A server that is told that its lease has passed on forgets the table. */
inline refused(s, t)
{
    forget(s, t);
    rest(s)
}

inline die(s)
{
    rest(s);
    for (t : 0 .. TABLES - 1) {
        forget(s, t)
    }
    t = 0;
    for (c : 0 .. CLIENTS - 1) {
        remembered[KNOWS(s, c)] = 0
    }
    c = 0
}

/* A look is answered from memory, and must show every command that was acknowledged. */
inline look(s, t)
{
    assert(known[AT(s, t)] == seq[t])
}

/* --- commits --------------------------------------------------------------------------------------------------------- */

inline commit_command(s, t)
{
    if
#ifdef FAULT_COMMAND_FORGOTTEN
    :: ACCEPTS(s, t) ->
#else
    :: ACCEPTS(s, t) && value[s] <= last[subject[s]] -> rest(s) /* the store remembers it: repeated or late */
    :: ACCEPTS(s, t) && value[s] > last[subject[s]] ->
#endif
        spec_command(subject[s], value[s]);
        written(s, t);
        remembered[KNOWS(s, subject[s])] = value[s];
        acked[subject[s]] = value[s];
        rest(s)
    :: !ACCEPTS(s, t) -> refused(s, t)
    fi
}

/* A decision is a value with a version: the second of two finds the first. */
inline commit_decision(s)
{
    a = subject[s];
    if
#ifndef FAULT_DECIDED_TWICE
    :: version[a] != base[s] -> rest(s)
    :: version[a] == base[s] ->
#else
    :: true ->
#endif
        version[a]++;
        if
        :: value[s] == 0 -> spec_declined(a); rest(s)
        :: value[s] == 1 ->
            spec_approved(a, person[s]);
            rest(s);
            doing[s] = EFFECT;
            subject[s] = a
        fi
    fi;
    a = 0
}

/* The effect is a command of the approval's own, number 1, at a server that holds the table. */
inline commit_effect(s, t)
{
    if
    :: ACCEPTS(s, t) ->
        spec_effect(subject[s], asker[subject[s]], decider[subject[s]]);
        written(s, t);
#ifdef FAULT_EFFECT_REPEATED
        value[s] = 2
#else
        rest(s)
#endif
    :: !ACCEPTS(s, t) -> rest(s) /* it stays approved, and must be asked for again */
    fi
}

inline commit_award(s, t)
{
    a = subject[s];
    if
    :: !ACCEPTS(s, t) -> refused(s, t)
#ifndef FAULT_METER_WITHOUT_VERSION
    :: ACCEPTS(s, t) && doing[s] == PAY && base[s] != meter_version -> rest(s) /* it reads again, and repeats */
    :: ACCEPTS(s, t) && !(doing[s] == PAY && base[s] != meter_version) ->
#else
    :: ACCEPTS(s, t) ->
#endif
        if
        :: doing[s] == CALL -> spec_called(a, person[s])
        :: doing[s] == VERIFY -> spec_verified(a, person[s])
        :: doing[s] == WITHDRAW -> spec_withdrawn(a)
        :: doing[s] == PAY ->
            spec_paid(a, person[s]);
            paid_cents = paid_cents + value[s] / 2;
            meter = value[s] - value[s] / 2;
            meter_version++;
            assert(meter + paid_cents == METER_CENTS) /* no cent is made or lost */
        fi;
        written(s, t);
        rest(s)
    fi;
    a = 0
}

/* --- what servers judge before they commit --------------------------------------------------------------------------- */

inline judge_command(s, c, n)
{
    if
    :: n <= remembered[KNOWS(s, c)] -> assert(acked[c] >= n || last[c] >= n) /* answered "repeated" */
    :: else ->
        doing[s] = COMMAND;
        subject[s] = c;
        value[s] = n
    fi
}

inline judge_decision(s, a, p, yes)
{
    doing[s] = DECISION;
    subject[s] = a;
    person[s] = p;
    base[s] = version[a];
    value[s] = yes
}

inline judge_award(s, w, p, act)
{
    doing[s] = act;
    subject[s] = w;
    person[s] = p;
    if
    :: act == PAY -> base[s] = meter_version; value[s] = meter
    :: else
    fi
}

#ifdef FAULT_OWN_APPROVAL
#define MAY_DECIDE(a, p, yes) true
#else
#define MAY_DECIDE(a, p, yes) ((yes) == 0 || (p) != asker[a])
#endif

#ifdef FAULT_ONE_PERSON_PAYS
#define MAY_PAY(w, p) ((p) != caller[w])
#else
#define MAY_PAY(w, p) ((p) != caller[w] && (caller[w] != PROGRAM || (p) != verifier[w]))
#endif

#define MAY_ACT(w, p, act)                                                                                             \
    ((act) == CALL && award[w] == 0 || (act) == VERIFY && award[w] == CALLED && (p) != caller[w] && (p) != PROGRAM ||  \
     (act) == PAY && award[w] == VERIFIED && (p) != PROGRAM && MAY_PAY(w, p) ||                                        \
     (act) == WITHDRAW && (award[w] == CALLED || award[w] == VERIFIED) && (p) != PROGRAM)

#ifdef FAULT_OLD_LOOK
#define MAY_LOOK(s, t) HOLDS(s, t)
#else
#define MAY_LOOK(s, t) (HOLDS(s, t) && !cautious[AT(s, t)])
#endif

#ifdef FAULT_TAKES_HELD_TABLE
#define MAY_TAKE(s, t) true
#else
#define MAY_TAKE(s, t) (owner[t] == NO_SERVER || run_out[t])
#endif

/* --- everything that can happen ---------------------------------------------------------------------------------------- */

byte s, t, c, a, p, n, act; /* the choice of a step; always 0 between two steps */

inline clear()
{
    s = 0; t = 0; c = 0; a = 0; p = 0; n = 0; act = 0
}

/* A step that is not possible changes nothing. */
#define STEP_IF(possible, effect)                                                                                      \
    if                                                                                                                 \
    :: possible -> effect                                                                                              \
    :: else                                                                                                            \
    fi;                                                                                                                \
    clear()

/* The holder's own clock runs out, then the store's. */
inline clock_runs(t)
{
    if
    :: HOLDS(owner[t], t) && !cautious[AT(owner[t], t)] -> cautious[AT(owner[t], t)] = true
    :: else -> run_out[t] = true
    fi
}

inline ask_second_person(a, p)
{
    spec_asked(a, p);
    version[a] = 1
}

inline commit(s)
{
    if
    :: doing[s] == COMMAND -> t = HOME(subject[s]); commit_command(s, t)
    :: doing[s] == DECISION -> commit_decision(s)
    :: doing[s] == EFFECT -> t = HOME(subject[s]); commit_effect(s, t)
    :: doing[s] >= CALL -> t = HOME(subject[s]); commit_award(s, t)
    :: else
    fi
}

#define RENEWABLE(t) (HOLDS(owner[t], t) && believed[AT(owner[t], t)] == epoch[t] && cautious[AT(owner[t], t)])
#define SERVER select(s : 0 .. SERVERS - 1)
#define TABLE select(t : 0 .. TABLES - 1)
#define BY_ANYBODY select(p : 0 .. PEOPLE - 1)

active proctype floor()
{
    do
    :: atomic { SERVER; TABLE; STEP_IF(MAY_TAKE(s, t) && epoch[t] < EPOCHS && doing[s] == IDLE, take(s, t)) }
    :: atomic { TABLE; STEP_IF(owner[t] != NO_SERVER && !run_out[t], clock_runs(t)) }
    :: atomic { TABLE; STEP_IF(owner[t] != NO_SERVER && !run_out[t] && RENEWABLE(t), cautious[AT(owner[t], t)] = false) }
    :: atomic { SERVER; die(s); clear() }
    :: atomic { SERVER; TABLE; STEP_IF(MAY_LOOK(s, t), look(s, t)) }
#ifdef COMMANDS
    :: atomic { /* sent for the first time or again, to any server that holds the table */
        SERVER; select(c : 0 .. CLIENTS - 1); select(n : 1 .. COMMANDS);
        STEP_IF(doing[s] == IDLE && HOLDS(s, HOME(c)) && n <= acked[c] + 1, judge_command(s, c, n)) }
#endif
#ifdef DECISIONS
    :: atomic { select(a : 0 .. APPROVALS - 1); BY_ANYBODY; STEP_IF(approval[a] == 0 && p != PROGRAM, ask_second_person(a, p)) }
    :: atomic {
        SERVER; select(a : 0 .. APPROVALS - 1); BY_ANYBODY; select(n : 0 .. 1);
        STEP_IF(doing[s] == IDLE && approval[a] == WAITING && p != PROGRAM && MAY_DECIDE(a, p, n), judge_decision(s, a, p, n)) }
#endif
#ifdef PRIZES
    :: atomic {
        SERVER; select(a : 0 .. AWARDS - 1); BY_ANYBODY; select(act : CALL .. WITHDRAW);
        STEP_IF(doing[s] == IDLE && HOLDS(s, HOME(a)) && known[AT(s, HOME(a))] == seq[HOME(a)] && MAY_ACT(a, p, act),
                judge_award(s, a, p, act)) }
#endif
    :: atomic { SERVER; commit(s); clear() }
    od
}
