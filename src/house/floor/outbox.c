/* outbox.c - sends a table's messages and answers in the order of its records, once these are durable. */
#include <stdlib.h>
#include <string.h>

#include "floor.h"

house_text *text_of(const char *bytes, size_t size)
{
    house_text *text = memory_or_end(sizeof *text + size + 1);
    text->holders = 1;
    text->size = size;
    memcpy(text->bytes, bytes, size);
    text->bytes[size] = '\0';
    return text;
}

house_text *text_of_written(const lm_house *house)
{
    if (house->written.failed) memory_end();
    return text_of(house->written.at, house->written.size);
}

void text_drop(house_text *text)
{
    if (text && --text->holders == 0) free(text);
}

house_post *post_new(house_table *table)
{
    house_post *post = zeroed_or_end(sizeof *post);
    if (table->last) {
        table->last->next = post;
    } else {
        table->first = post;
    }
    table->last = post;
    table->posts++;
    return post;
}

static void send_text(lm_house *house, uint64_t connection, const house_text *text)
{
    if (connection && text) house->options.owner.send(house->options.owner.self, connection, text->bytes, text->size);
}

/* Sends a player's own cards to each of their connections that watches and is still signed in. */
static void send_own(lm_house *house, const house_table *t, const house_post *post)
{
    for (int i = 0; i < post->owns; i++) {
        const house_own *one = &post->own[i];
        lm_out *out = write_begin(house);
        lm_out_pack(out, "table:s own:b events:[", t->id, true);
        own_write(one, out);
        lm_out_pack(out, "] }");
        house_text *text = text_of_written(house);
        for (int w = 0; w < t->watchers; w++) {
            const house_watcher *watcher = &t->watcher[w];
            if (strcmp(watcher->person, one->player) == 0 && people_session_lasts(house, watcher->session))
                send_text(house, watcher->connection, text);
        }
        text_drop(text);
    }
}

static void keep_in_ring(house_table *t, house_post *post)
{
    int slot = (int)(post->seq % HOUSE_RING);
    text_drop(t->ring[slot].text);
    t->ring[slot].seq = post->seq;
    t->ring[slot].text = post->message;
    post->message = NULL;
}

static void answer_post(house_post *post)
{
    if (!post->request) return;
    lm_out *text = &post->request->house->written;
    lm_out_clear(text);
    if (post->answer)
        lm_out_raw(text, post->answer->bytes, post->answer->size);
    else
        lm_out_pack(text, "{ seq:I }", post->seq);
    if (post->refusal)
        request_refuse_here(post->request, post->refusal, post->answer ? text : NULL);
    else
        request_answer_text(post->request, text);
    post->request = NULL;
}

static void post_free(house_post *post)
{
    text_drop(post->message);
    text_drop(post->single);
    free(post->own);
    text_drop(post->answer);
    free(post->refusal);
    free(post);
}

static bool may_wait(const house_table *t, const house_post *post, const char *person)
{
    if (!post->asked) return !post->calls;
    for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
        int rack = rack_at(&t->state, post->asked, bettor);
        if (rack >= 0 && strcmp(t->state.rack[rack].player, person) == 0) return false;
    }
    return true;
}

/* Sends the message at once to the player who must act. */
static void send_watcher(lm_house *house, const house_table *t, const house_post *post, const house_watcher *w)
{
    const lm_house_owner *owner = &house->options.owner;
    if (owner->tell && may_wait(t, post, w->person))
        owner->tell(owner->self, w->connection, post->message->bytes, post->message->size);
    else
        send_text(house, w->connection, post->message);
}

static void deliver(lm_house *house, house_table *t, house_post *post)
{
    answer_post(post);
    for (int i = 0; post->message && i < t->watchers; i++) {
        if (post->seq > t->watcher[i].since) send_watcher(house, t, post, &t->watcher[i]);
    }
    send_own(house, t, post);
    send_text(house, post->to, post->single);
    if (post->message) keep_in_ring(t, post);
}

static house_post *take_first(house_table *t)
{
    house_post *post = t->first;
    t->first = post->next;
    if (!t->first) t->last = NULL;
    t->posts--;
    return post;
}

void outbox_flush(lm_house *house, house_table *table)
{
    while (table->first && table->first->ready) {
        house_post *post = take_first(table);
        deliver(house, table, post);
        post_free(post);
    }
}

void outbox_free(house_table *table)
{
    while (table->first) {
        house_post *post = take_first(table);
        request_free(post->request);
        post_free(post);
    }
}

void outbox_drop(lm_house *house, house_table *table, lm_kind kind, const char *why)
{
    while (table->first) {
        house_post *post = take_first(table);
        if (post->request) request_refuse(post->request, kind, "%s", why);
        post->request = NULL;
        post_free(post);
    }
}
