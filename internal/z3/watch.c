//go:build cgo && unix && !nosolver

#include <stdlib.h>
#include <string.h>
#include "shim.h"

// A watch is a user propagator. When everything is assigned, it records which Bools are true and
// refutes this valuation, so one check finds all valuations. Z3 may forget a refutation and come
// back; each valuation is recorded once.
struct rt_watch {
	rt_context *r;
	Z3_solver s;
	Z3_ast no;
	int32_t n;
	int8_t *value;            // by id: whether it is true
	int32_t *trail, *marks;   // ids that were fixed, and where scopes begin
	int32_t trail_len, marks_len, marks_cap, cap;
	int32_t *found;           // the valuations, one after another
	int32_t found_len, found_cap;
	int32_t *at;              // where each valuation begins; count + 1 of them
	int32_t count, at_cap, most;
	int32_t *table;           // hash table of indices of valuations, -1 if empty
	int32_t table_cap;
	unsigned *ids;            // buffer for the ids of a refutation
	int32_t guard;            // the Bool that all refutations of this check mention
	bool full, broken;
};

static void *enlarge(rt_watch *w, void *p, int32_t need, int32_t *cap, size_t size) {
	if (need <= *cap) return p;
	int32_t c = *cap * 2 > need ? *cap * 2 : need + 16;
	void *q = realloc(p, c * size);
	if (!q) {
		w->broken = true;
		return p;
	}
	*cap = c;
	return q;
}

static void on_push(void *ctx) {
	rt_watch *w = ctx;
	w->marks = enlarge(w, w->marks, w->marks_len + 1, &w->marks_cap, sizeof *w->marks);
	if (!w->broken) w->marks[w->marks_len++] = w->trail_len;
}

static void on_pop(void *ctx, unsigned scopes) {
	rt_watch *w = ctx;
	if (w->broken || scopes == 0) return;
	w->marks_len -= scopes;
	int32_t to = w->marks[w->marks_len];
	while (w->trail_len > to) w->value[w->trail[--w->trail_len]] = 0;
}

static void *on_fresh(void *ctx, Z3_context c) {
	(void)c;
	return ctx;
}

static void on_fixed(void *ctx, Z3_solver_callback cb, unsigned id, Z3_ast value) {
	rt_watch *w = ctx;
	(void)cb;
	if (w->broken || (int32_t)id >= w->n || w->trail_len >= w->cap) return;
	w->trail[w->trail_len++] = id;
	w->value[id] = w->r->z3->get_bool_value(w->r->ctx, value) == Z3_L_TRUE;
}

static uint32_t hash(const int32_t *x, int32_t n) {
	uint32_t h = 2166136261u;
	for (int32_t i = 0; i < n; i++) h = (h ^ (uint32_t)x[i]) * 16777619u;
	return h ^ h >> 15;
}

static void rehash(rt_watch *w) {
	int32_t cap = w->table_cap ? 2 * w->table_cap : 1024;
	int32_t *t = malloc(cap * sizeof *t);
	if (!t) {
		w->broken = true;
		return;
	}
	memset(t, 0xff, cap * sizeof *t);
	for (int32_t i = 0; i < w->count; i++) {
		uint32_t h = hash(w->found + w->at[i], w->at[i + 1] - w->at[i]) & (cap - 1);
		while (t[h] >= 0) h = (h + 1) & (cap - 1);
		t[h] = i;
	}
	free(w->table);
	w->table = t;
	w->table_cap = cap;
}

// Records the valuation that is stored after the others, unless it is one of them.
static void note(rt_watch *w, int32_t len) {
	if (2 * (w->count + 1) > w->table_cap) rehash(w);
	if (w->broken) return;
	const int32_t *x = w->found + w->at[w->count];
	uint32_t h = hash(x, len) & (w->table_cap - 1);
	for (; w->table[h] >= 0; h = (h + 1) & (w->table_cap - 1)) {
		int32_t i = w->table[h];
		if (w->at[i + 1] - w->at[i] == len && !memcmp(w->found + w->at[i], x, len * sizeof *x)) return;
	}
	w->at = enlarge(w, w->at, w->count + 2, &w->at_cap, sizeof *w->at);
	if (w->broken) return;
	w->table[h] = w->count++;
	w->found_len += len;
	w->at[w->count] = w->found_len;
}

static void on_final(void *ctx, Z3_solver_callback cb) {
	rt_watch *w = ctx;
	if (w->broken) return;
	if (w->count >= w->most) {
		// Accepting the valuation ends the check.
		w->full = true;
		return;
	}
	w->found = enlarge(w, w->found, w->found_len + w->n, &w->found_cap, sizeof *w->found);
	if (w->broken) return;
	int32_t len = 0;
	for (int32_t i = 0; i < w->n; i++) {
		if (!w->value[i] || i == w->guard) continue;
		w->ids[len] = i;
		w->found[w->found_len + len++] = i;
	}
	note(w, len);
	w->ids[len++] = w->guard;
	w->r->z3->solver_propagate_consequence(w->r->ctx, cb, len, w->ids, 0, NULL, NULL, w->no);
}

rt_watch *rt_watch_new(rt_context *r, Z3_solver s) {
	if (!r->z3->solver_propagate_init || !r->z3->solver_propagate_fixed || !r->z3->solver_propagate_final ||
		!r->z3->solver_propagate_register || !r->z3->solver_propagate_consequence) return NULL;
	rt_watch *w = calloc(1, sizeof *w);
	if (!w) return NULL;
	w->r = r;
	w->s = s;
	w->no = r->z3->mk_false(r->ctx);
	r->z3->inc_ref(r->ctx, w->no);
	r->z3->solver_propagate_init(r->ctx, s, w, on_push, on_pop, on_fresh);
	r->z3->solver_propagate_fixed(r->ctx, s, on_fixed);
	r->z3->solver_propagate_final(r->ctx, s, on_final);
	return w;
}

void rt_watch_free(rt_watch *w) {
	free(w->value);
	free(w->trail);
	free(w->marks);
	free(w->found);
	free(w->at);
	free(w->table);
	free(w->ids);
	free(w);
}

int32_t rt_watch_add(rt_watch *w, int32_t n, const int32_t *vars) {
	int32_t cap = w->n + n;
	void *value = realloc(w->value, cap * sizeof *w->value);
	if (value) w->value = value;
	void *trail = realloc(w->trail, cap * sizeof *w->trail);
	if (trail) w->trail = trail;
	void *ids = realloc(w->ids, cap * sizeof *w->ids);
	if (ids) w->ids = ids;
	if (!value || !trail || !ids) {
		w->r->code = Z3_MEMOUT_FAIL;
		strcpy(w->r->message, "out of memory");
		return w->r->code;
	}
	memset(w->value, 0, cap * sizeof *w->value);
	w->cap = cap;
	for (int32_t i = 0; i < n; i++) {
		unsigned id = w->r->z3->solver_propagate_register(w->r->ctx, w->s, w->r->asts[vars[i]]);
		int code = w->r->z3->get_error_code(w->r->ctx);
		if (code == Z3_OK && id != (unsigned)w->n) code = Z3_INVALID_ARG;
		if (code != Z3_OK) {
			w->r->code = code;
			strcpy(w->r->message, "a Bool cannot be watched");
			return code;
		}
		w->n++;
	}
	return 0;
}

int32_t rt_watch_all(rt_watch *w, int32_t n, const int32_t *lits, int32_t guard, int32_t most, int32_t *result) {
	w->guard = guard;
	w->found_len = w->count = 0;
	w->most = most;
	w->full = false;
	w->at = enlarge(w, w->at, 1, &w->at_cap, sizeof *w->at);
	if (w->broken) return Z3_MEMOUT_FAIL;
	w->at[0] = 0;
	free(w->table);
	w->table = NULL;
	w->table_cap = 0;
	int32_t code = rt_check(w->r, w->s, n, lits, result);
	if (w->broken) {
		w->r->code = Z3_MEMOUT_FAIL;
		strcpy(w->r->message, "out of memory");
		return w->r->code;
	}
	if (*result == Z3_L_TRUE) *result = Z3_L_UNDEF;
	return code;
}

int32_t rt_watch_count(const rt_watch *w) { return w->count; }

int32_t rt_watch_get(const rt_watch *w, int32_t i, const int32_t **bools) {
	*bools = w->found + w->at[i];
	return w->at[i + 1] - w->at[i];
}
