// What crosses the border between Go and libz3, each in one call: the building of many terms, a
// check with its assumptions, the reading of a model.

#ifndef RTEST_Z3_SHIM_H
#define RTEST_Z3_SHIM_H

#include <stdint.h>
#include "library.h"

// The operations, numbered independently of Go's.
enum {
	RT_NUMBER, RT_NUMERAL, RT_TRUE, RT_FALSE, RT_VAR,
	RT_NOT, RT_AND, RT_OR, RT_ITE, RT_EQ, RT_DISTINCT,
	RT_NEG, RT_ADD, RT_SUB, RT_MUL, RT_DIV, RT_MOD, RT_LT, RT_LE,
	RT_BVNOT, RT_BVNEG, RT_BVAND, RT_BVOR, RT_BVXOR, RT_BVADD, RT_BVSUB,
	RT_BVMUL, RT_BVUDIV, RT_BVUREM, RT_BVSDIV, RT_BVSREM, RT_BVSHL,
	RT_BVLSHR, RT_BVASHR, RT_BVULT, RT_BVULE, RT_BVSLT, RT_BVSLE,
	RT_CONCAT, RT_EXTRACT, RT_ZEROEXT, RT_SIGNEXT,
	RT_FPADD, RT_FPSUB, RT_FPMUL, RT_FPDIV, RT_FPSQRT,
	RT_FPFLOOR, RT_FPCEIL, RT_FPTRUNC, RT_FPEVEN, RT_FPAWAY,
	RT_FPEQ, RT_FPLT, RT_FPLE, RT_FPOFINT, RT_FPTOINT, RT_FPCONV
};

// A term to build. sort is -1 for Int, 0 for Bool, or the width of a bit vector. text is an offset
// into the texts passed with the nodes. p of an operation on floating-point numbers is the width of its
// arguments, q is 1 if an integer is signed.
typedef struct {
	int32_t op, sort, p, q, argc, text;
	uint64_t val;
} rt_node;

// A context with the terms built in it, and the last error.
typedef struct {
	rt_library *z3;
	Z3_context ctx;
	Z3_ast *asts;
	int32_t len, cap;
	int32_t code;
	char message[512];
} rt_context;

// Makes a context, which then owns the library; NULL if out of memory.
rt_context *rt_open(rt_library *z3);
void rt_close(rt_context *r);

// May be called while another thread is in a function below.
void rt_interrupt(rt_context *r);

// The functions below return 0, or on failure libz3's error code, with its message in r->message.
// Terms are given by their index in r->asts.

// Makes n terms and appends them to r->asts. args holds the arguments of all nodes, one after
// another.
int32_t rt_import(rt_context *r, int32_t n, const rt_node *nodes, const int32_t *args, const char *texts);

int32_t rt_solver(rt_context *r, int32_t kind, const char *logic, Z3_solver *out);
void rt_solver_close(rt_context *r, Z3_solver s);
int32_t rt_params(rt_context *r, Z3_solver s, uint32_t rlimit, int32_t n, const char **names, const char **values);
int32_t rt_assert(rt_context *r, Z3_solver s, int32_t n, const int32_t *terms);
int32_t rt_assert_script(rt_context *r, Z3_solver s, const char *text);
int32_t rt_check(rt_context *r, Z3_solver s, int32_t n, const int32_t *lits, int32_t *status);
int32_t rt_reason(rt_context *r, Z3_solver s, const char **reason);

// Sets in[i] for the assumptions lits[i] that are in the core.
int32_t rt_core(rt_context *r, Z3_solver s, int32_t n, const int32_t *lits, uint8_t *in);

// Returns the values of n variables that are Bools or bit vectors of at most 64 bits.
int32_t rt_words(rt_context *r, Z3_solver s, int32_t n, const int32_t *vars, uint64_t *out);

// Returns the decimal value of one variable of any sort. It is valid until the next call.
int32_t rt_decimal(rt_context *r, Z3_solver s, int32_t var, const char **out);

// A watch makes a solver find all valuations of some Bools.
typedef struct rt_watch rt_watch;

// Watches a solver that mk_simple_solver made. Everything that needs a theory must have been
// asserted already. NULL if the library does not support it. Free the watch after the solver.
rt_watch *rt_watch_new(rt_context *r, Z3_solver s);
void rt_watch_free(rt_watch *w);

// Watches n more Bools.
int32_t rt_watch_add(rt_watch *w, int32_t n, const int32_t *vars);

// Finds the valuations under which the assertions and the assumptions can hold together, at most
// most of them, in no particular order. A valuation is the set of Bools that are true; no such set
// may contain another. Z3 keeps what it learns from refutations. So guard keeps them out of other
// checks: it is a watched Bool that is assumed to be true in this check only and occurs nowhere
// else. The status is unsat if there are no more valuations. It is unknown if Z3 gave up or there
// are more than most.
int32_t rt_watch_all(rt_watch *w, int32_t n, const int32_t *lits, int32_t guard, int32_t most, int32_t *status);

// Returns the i-th valuation: the number of Bools that are true, and the Bools in ascending order.
int32_t rt_watch_count(const rt_watch *w);
int32_t rt_watch_get(const rt_watch *w, int32_t i, const int32_t **bools);

#endif
