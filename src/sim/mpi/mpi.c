/* mpi.c - one simulation on the ranks of a cluster: `mpirun -n N lammer sim ...`.
 *
 * Each rank plays its own range and sends its shard at the end; ranks exchange nothing else. Uses Open MPI if
 * LAMMER_MPI is defined; otherwise there is one rank. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/sim.h"

enum { BLOCK = 64 * LM_SIM_SESSION };

lm_sim_range lm_sim_rank_part(lm_sim_ranks ranks, lm_sim_range range)
{
    uint64_t n = (uint64_t)ranks.ranks, rank = (uint64_t)ranks.rank;
    uint64_t unit = range.rounds / BLOCK >= n ? BLOCK : LM_SIM_SESSION;
    uint64_t units = range.rounds / unit + (range.rounds % unit != 0);
    uint64_t begin = units / n * rank + (rank < units % n ? rank : units % n);
    uint64_t end = begin + units / n + (rank < units % n);
    uint64_t first = begin * unit, last = end * unit < range.rounds ? end * unit : range.rounds;
    return (lm_sim_range){ range.first + first, last > first ? last - first : 0 };
}

/* Environment variables that Open MPI, MPICH and Slurm set for each process. */
static bool is_launched(void)
{
    static const char *const names[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (getenv(names[i])) return true;
    }
    return false;
}

static const lm_sim_ranks alone = { .rank = 0, .ranks = 1, .here = 1 };

#ifdef LAMMER_MPI
#include <mpi.h>
#include <time.h>

bool lm_sim_ranks_open(lm_sim_ranks *ranks, char why[LM_SHARD_TEXT])
{
    MPI_Comm here;
    *ranks = alone;
    if (!is_launched()) return true;
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS) {
        snprintf(why, LM_SHARD_TEXT, "MPI does not start");
        return false;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks->ranks);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &ranks->here);
    MPI_Comm_free(&here);
    return true;
}

/* Waits for a transfer asleep, because MPI waits in a loop, which takes a core from a rank that still plays; returns the
 * bytes received. */
static int wait_asleep(MPI_Request *request)
{
    enum { MILLISECOND = 1000000 };
    MPI_Status status;
    int done = 0, bytes = 0;
    while (MPI_Test(request, &done, &status) == MPI_SUCCESS && !done)
        nanosleep(&(struct timespec){ .tv_nsec = MILLISECOND }, NULL);
    if (done) MPI_Get_count(&status, MPI_BYTE, &bytes);
    return bytes;
}

/* A rank without a result sends nothing, so that rank 0 need not wait for it. */
static bool send_part(const lm_sim_shard *shard, lm_sim_shard *part)
{
    MPI_Request request;
    if (shard) memcpy(part, shard, sizeof *part);
    MPI_Isend(part, shard ? (int)sizeof *part : 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
    wait_asleep(&request);
    return shard != NULL;
}

/* Receives the shards one after the other, so rank 0 holds only two at a time. */
bool lm_sim_ranks_gather(lm_sim_ranks ranks, const lm_sim_shard *shard, lm_sim_shard *sum, char why[LM_SHARD_TEXT])
{
    lm_sim_shard *part = malloc(sizeof *part);
    bool ok = part != NULL && shard != NULL;
    snprintf(why, LM_SHARD_TEXT, part ? "this rank has no result" : "not enough memory for the tallies");
    if (shard) *sum = *shard;
    if (part && ranks.rank) ok = send_part(shard, part);
    for (int rank = 1; part && !ranks.rank && rank < ranks.ranks; rank++) {
        MPI_Request request;
        MPI_Irecv(part, (int)sizeof *part, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &request);
        bool has_result = wait_asleep(&request) == (int)sizeof *part;
        if (ok && !has_result) snprintf(why, LM_SHARD_TEXT, "rank %d has no result", rank);
        ok = ok && has_result && lm_sim_shard_merge(sum, part, why);
    }
    free(part);
    return ok;
}

void lm_sim_ranks_close(lm_sim_ranks ranks)
{
    int started = 0;
    MPI_Initialized(&started);
    if (started) MPI_Finalize();
}

#else

bool lm_sim_ranks_open(lm_sim_ranks *ranks, char why[LM_SHARD_TEXT])
{
    *ranks = alone;
    if (!is_launched()) return true;
    snprintf(why, LM_SHARD_TEXT,
             "this program was built without MPI, so every rank would play all rounds; install "
             "libopenmpi-dev and build "
             "again, or play parts of the rounds one by one and merge them");
    return false;
}

bool lm_sim_ranks_gather(lm_sim_ranks ranks, const lm_sim_shard *shard, lm_sim_shard *sum, char why[LM_SHARD_TEXT])
{
    if (shard) *sum = *shard;
    return shard != NULL;
}

void lm_sim_ranks_close(lm_sim_ranks ranks)
{
}

#endif
