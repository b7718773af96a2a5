/* space.c - free space for the journal: the less is left, the less may begin, so that commits do not fail.
 *
 * Below twice the reserve the house takes no new guests or players; below the reserve no round begins. Open rounds are
 * finished, and players can leave with their chips. */
#include "floor.h"

void space_tick(lm_house *house)
{
    const lm_house_owner *owner = &house->options.owner;
    int64_t reserve = house->options.reserve_bytes, left = owner->space && reserve ? owner->space(owner->self) : -1;
    house_space was = house->space;
    house->space = left < 0             ? SPACE_ENOUGH
                   : left < reserve     ? SPACE_NO_ROUNDS
                   : left / 2 < reserve ? SPACE_NO_PEOPLE
                                        : SPACE_ENOUGH;
    if (house->space != was)
        house_log(house, house->space == SPACE_ENOUGH ? "info" : "error", "free space", "left_bytes:I reserve_bytes:I",
                  left, reserve);
}

bool space_for_people(house_request *request)
{
    if (request->house->space == SPACE_ENOUGH) return true;
    return request_refuse(request, LM_REFUSED_LATER,
                          LM_SAYS(NO_SPACE_FOR_PEOPLE, "",
                                  "the house is short of space for its journal and takes no new guests or players; an "
                                  "operator must free some"));
}

bool house_begins_rounds(const lm_house *house)
{
    return !house->draining && house->space != SPACE_NO_ROUNDS;
}
