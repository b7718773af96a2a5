/* manage.c - administration of persons: create, set roles, lock, unlock, list. */
#include <string.h>

#include "enter.h"
#include "page.h"

static bool wanted_roles(house_request *request, uint32_t *roles)
{
    if (roles_read(json_object_get(request->body, "roles"), roles) && *roles && !(*roles & LM_HOUSE_BIT(GUEST)))
        return true;
    char hint[LM_MEANT_TEXT];
    request_refuse(request, LM_REFUSED_FORM,
                   "roles are one or more of player, dealer, supervisor, executive, cashier, surveillance, "
                   "auditor, administrator%s",
                   role_meant(json_object_get(request->body, "roles"), hint));
    return false;
}

static void create(house_request *request)
{
    house_person p;
    uint32_t roles;
    if (!wanted_roles(request, &roles) || !enter_new_person(request, roles, &p)) return;
    snprintf(p.password_by, sizeof p.password_by, "%s", request->caller.person);
    const char *reason = field_text(request, LM_FIELD_REASON);
    lm_batch *batch = enter_batch(request, &p, *reason ? reason : "created by an administrator");
    if (roles & LM_HOUSE_BIT(ADMINISTRATOR)) administrators_put(request->house, batch, &p);
    errand_submit(request, batch, person_view(&p), create);
}

static void create_or_ask(house_request *request)
{
    uint32_t roles;
    if (wanted_roles(request, &roles)) second_for_staff(request, roles & ROLES_STAFF, create);
}

void manage_create(house_request *request)
{
    house_person p;
    uint32_t roles;
    if (second_has_allowed(request)) {
        create(request);
        return;
    }
    if (!enter_take_password(request) || !wanted_roles(request, &roles) || !enter_new_person(request, roles, &p))
        return;
    password_make(request, create_or_ask);
}

/* The person named in the body; the errand will end their cached sessions. */
static bool subject(house_request *request, house_person *p)
{
    const char *id = field_text(request, LM_FIELD_PERSON);
    house_errand *e = errand_of(request);
    snprintf(e->person, sizeof e->person, "%s", id);
    if (person_read(request->house, id, p)) return true;
    refuse_misnamed_person(request, id);
    return false;
}

/* Writes a significant event, with who, why, before and after, and the changed person. */
static void keep_change(house_request *request, const char *kind, json_t *before, const house_person *p,
                        house_handler *again)
{
    lm_batch *batch = house_batch(request, kind,
                                  json_pack("{s:s, s:s, s:o, s:o, s:s*}", "person", p->id, "reason",
                                            field_text(request, LM_FIELD_REASON), "before", before, "after",
                                            person_view(p), "approved", approver_of(request)));
    person_put(batch, p);
    session_changed(request->house, batch, p->id);
    if (!administrators_put(request->house, batch, p)) {
        lm_batch_free(batch);
        request_refuse(request, LM_REFUSED_NOW, LM_STAFF_SAYS("this would leave the house without an administrator"));
        return;
    }
    errand_submit(request, batch, person_view(p), again);
}

void manage_roles(house_request *request)
{
    house_person p;
    uint32_t roles;
    if (!subject(request, &p) || !wanted_roles(request, &roles)) return;
    if (p.roles & LM_HOUSE_BIT(GUEST)) {
        request_refuse(request, LM_REFUSED_NOW,
                       LM_STAFF_SAYS("a guest's roles cannot change; register a person instead"));
        return;
    }
    json_t *before = person_view(&p);
    p.roles = roles;
    keep_change(request, "roles-changed", before, &p, manage_roles);
}

static bool subject_is_another(house_request *request, house_person *p)
{
    if (!subject(request, p)) return false;
    bool another = strcmp(p->id, request->caller.person) != 0;
    if (!another)
        request_refuse(request, LM_REFUSED_NOW, LM_STAFF_SAYS("another person must lock or unlock your account"));
    return another;
}

void manage_lock(house_request *request)
{
    house_person p;
    if (!subject_is_another(request, &p)) return;
    json_t *before = person_view(&p);
    p.locked = true;
    p.generation++;
    keep_change(request, "locked", before, &p, manage_lock);
}

void manage_unlock(house_request *request)
{
    house_person p;
    if (!subject_is_another(request, &p)) return;
    json_t *before = person_view(&p);
    p.locked = false;
    keep_change(request, "unlocked", before, &p, manage_unlock);
}

static bool has_role(const json_t *value, const char *role)
{
    const json_t *roles = json_object_get(value, "roles");
    for (size_t i = 0; i < json_array_size(roles); i++) {
        if (strcmp(json_string_value(json_array_get(roles, i)), role) == 0) return true;
    }
    return false;
}

static bool shows_person(const house_request *request, const char *id, json_t *value, const json_t *list)
{
    (void)list;
    const char *role = field_text(request, LM_FIELD_ROLE_NAME);
    if (*role && !has_role(value, role)) return false;
    json_object_del(value, "hash");
    json_object_del(value, "generation");
    if (!(request->caller.roles & LM_HOUSE_BIT(ADMINISTRATOR))) json_object_del(value, "login");
    json_object_set_new(value, "person", json_string(id));
    return true;
}

void manage_list(house_request *request)
{
    static const struct paged_list all = { .name = "people", .adds = seen_add, .shows = shows_person };
    static const struct paged_list members = {
        .name = "people", .skips = "person/guest-", .adds = seen_add, .shows = shows_person
    };
    page_answer(request, lm_act_int(&request->act, LM_FIELD_GUESTS) ? &all : &members, "person/");
}
