//go:build cgo && unix && !nosolver

#include <stdlib.h>
#include <string.h>
#include "shim.h"

// Errors are read from the context after each call. What libz3 does about an error without a
// handler depends on its version.
static void ignore(Z3_context c, int e) { (void)c; (void)e; }

static int32_t fail(rt_context *r, int32_t code, const char *message) {
	r->code = code;
	strncpy(r->message, message ? message : "", sizeof r->message - 1);
	return code;
}

// The one place where libz3's error code is read.
static int32_t status(rt_context *r) {
	int code = r->z3->get_error_code(r->ctx);
	if (code == Z3_OK) {
		r->code = 0;
		return 0;
	}
	return fail(r, code, r->z3->get_error_msg(r->ctx, code));
}

rt_context *rt_open(rt_library *z3) {
	rt_context *r = calloc(1, sizeof *r);
	if (!r) return NULL;
	r->z3 = z3;
	Z3_config cfg = z3->mk_config();
	r->ctx = z3->mk_context_rc(cfg);
	rt_great_pages();
	z3->del_config(cfg);
	if (!r->ctx) {
		free(r);
		return NULL;
	}
	z3->set_error_handler(r->ctx, ignore);
	return r;
}

void rt_close(rt_context *r) {
	for (int32_t i = 0; i < r->len; i++) r->z3->dec_ref(r->ctx, r->asts[i]);
	r->z3->del_context(r->ctx);
	rt_unload(r->z3);
	free(r->asts);
	free(r);
}

void rt_interrupt(rt_context *r) { r->z3->interrupt(r->ctx); }

static Z3_sort sort_of(rt_context *r, int32_t sort) {
	if (sort < 0) return r->z3->mk_int_sort(r->ctx);
	if (sort == 0) return r->z3->mk_bool_sort(r->ctx);
	return r->z3->mk_bv_sort(r->ctx, sort);
}

// Terms that are made on the way to another, which must not be freed before it is made.
typedef struct {
	rt_context *r;
	Z3_ast asts[8];
	int len;
} kept;

static Z3_ast keep(kept *k, Z3_ast t) {
	if (t && k->len < 8) {
		k->r->z3->inc_ref(k->r->ctx, t);
		k->asts[k->len++] = t;
	}
	return t;
}

// The operation on floating-point numbers of n. Its arguments are their bits.
static Z3_ast calculated(kept *k, const rt_node *n, const Z3_ast *x) {
	const rt_library *z3 = k->r->z3;
	Z3_context c = k->r->ctx;
	Z3_ast near = keep(k, z3->mk_fpa_rne(c));
	Z3_sort to = n->sort == 32 ? z3->mk_fpa_sort_32(c) : z3->mk_fpa_sort_64(c);
	switch (n->op) {
	case RT_FPADD: return z3->mk_fpa_add(c, near, x[0], x[1]);
	case RT_FPSUB: return z3->mk_fpa_sub(c, near, x[0], x[1]);
	case RT_FPMUL: return z3->mk_fpa_mul(c, near, x[0], x[1]);
	case RT_FPDIV: return z3->mk_fpa_div(c, near, x[0], x[1]);
	case RT_FPSQRT: return z3->mk_fpa_sqrt(c, near, x[0]);
	case RT_FPFLOOR: return z3->mk_fpa_round_to_integral(c, keep(k, z3->mk_fpa_rtn(c)), x[0]);
	case RT_FPCEIL: return z3->mk_fpa_round_to_integral(c, keep(k, z3->mk_fpa_rtp(c)), x[0]);
	case RT_FPTRUNC: return z3->mk_fpa_round_to_integral(c, keep(k, z3->mk_fpa_rtz(c)), x[0]);
	case RT_FPEVEN: return z3->mk_fpa_round_to_integral(c, near, x[0]);
	case RT_FPAWAY: return z3->mk_fpa_round_to_integral(c, keep(k, z3->mk_fpa_rna(c)), x[0]);
	case RT_FPOFINT: return n->q ? z3->mk_fpa_to_fp_signed(c, near, x[0], to) : z3->mk_fpa_to_fp_unsigned(c, near, x[0], to);
	case RT_FPCONV: return z3->mk_fpa_to_fp_float(c, near, x[0], to);
	}
	return NULL;
}

// Builds an operation on floating-point numbers, from bits and to bits.
static Z3_ast build_float(rt_context *r, const rt_node *n, const Z3_ast *a) {
	const rt_library *z3 = r->z3;
	Z3_context c = r->ctx;
	kept k = {r, {0}, 0};
	Z3_ast x[2] = {0}, t = NULL;
	for (int32_t i = 0; i < n->argc && i < 2; i++) {
		Z3_sort from = n->p == 32 ? z3->mk_fpa_sort_32(c) : z3->mk_fpa_sort_64(c);
		x[i] = n->op == RT_FPOFINT ? a[i] : keep(&k, z3->mk_fpa_to_fp_bv(c, a[i], from));
	}
	switch (n->op) {
	case RT_FPEQ: t = z3->mk_fpa_eq(c, x[0], x[1]); break;
	case RT_FPLT: t = z3->mk_fpa_lt(c, x[0], x[1]); break;
	case RT_FPLE: t = z3->mk_fpa_leq(c, x[0], x[1]); break;
	case RT_FPTOINT: {
		Z3_ast cut = keep(&k, z3->mk_fpa_rtz(c));
		t = n->q ? z3->mk_fpa_to_sbv(c, cut, x[0], n->sort) : z3->mk_fpa_to_ubv(c, cut, x[0], n->sort);
		break;
	}
	default: {
		Z3_ast f = keep(&k, calculated(&k, n, x));
		if (!f) break;
		Z3_ast is = keep(&k, z3->mk_fpa_is_nan(c, f));
		Z3_ast nan = keep(&k, z3->mk_unsigned_int64(c, n->sort == 32 ? 0x7FC00000u : 0x7FF8000000000001u, sort_of(r, n->sort)));
		t = z3->mk_ite(c, is, nan, keep(&k, z3->mk_fpa_to_ieee_bv(c, f)));
	}
	}
	if (t) z3->inc_ref(c, t);
	for (int i = 0; i < k.len; i++) z3->dec_ref(c, k.asts[i]);
	return t;
}

static Z3_ast build(rt_context *r, const rt_node *n, const Z3_ast *a, const char *text) {
	const rt_library *z3 = r->z3;
	Z3_context c = r->ctx;
	switch (n->op) {
	case RT_NUMBER: return z3->mk_unsigned_int64(c, n->val, sort_of(r, n->sort));
	case RT_NUMERAL: return z3->mk_numeral(c, text, sort_of(r, n->sort));
	case RT_TRUE: return z3->mk_true(c);
	case RT_FALSE: return z3->mk_false(c);
	case RT_VAR: return z3->mk_const(c, z3->mk_string_symbol(c, text), sort_of(r, n->sort));
	case RT_NOT: return z3->mk_not(c, a[0]);
	case RT_AND: return z3->mk_and(c, n->argc, a);
	case RT_OR: return z3->mk_or(c, n->argc, a);
	case RT_ITE: return z3->mk_ite(c, a[0], a[1], a[2]);
	case RT_EQ: return z3->mk_eq(c, a[0], a[1]);
	case RT_DISTINCT: return z3->mk_distinct(c, n->argc, a);
	case RT_NEG: return z3->mk_unary_minus(c, a[0]);
	case RT_ADD: return z3->mk_add(c, n->argc, a);
	case RT_SUB: return z3->mk_sub(c, n->argc, a);
	case RT_MUL: return z3->mk_mul(c, n->argc, a);
	case RT_DIV: return z3->mk_div(c, a[0], a[1]);
	case RT_MOD: return z3->mk_mod(c, a[0], a[1]);
	case RT_LT: return z3->mk_lt(c, a[0], a[1]);
	case RT_LE: return z3->mk_le(c, a[0], a[1]);
	case RT_BVNOT: return z3->mk_bvnot(c, a[0]);
	case RT_BVNEG: return z3->mk_bvneg(c, a[0]);
	case RT_BVAND: return z3->mk_bvand(c, a[0], a[1]);
	case RT_BVOR: return z3->mk_bvor(c, a[0], a[1]);
	case RT_BVXOR: return z3->mk_bvxor(c, a[0], a[1]);
	case RT_BVADD: return z3->mk_bvadd(c, a[0], a[1]);
	case RT_BVSUB: return z3->mk_bvsub(c, a[0], a[1]);
	case RT_BVMUL: return z3->mk_bvmul(c, a[0], a[1]);
	case RT_BVUDIV: return z3->mk_bvudiv(c, a[0], a[1]);
	case RT_BVUREM: return z3->mk_bvurem(c, a[0], a[1]);
	case RT_BVSDIV: return z3->mk_bvsdiv(c, a[0], a[1]);
	case RT_BVSREM: return z3->mk_bvsrem(c, a[0], a[1]);
	case RT_BVSHL: return z3->mk_bvshl(c, a[0], a[1]);
	case RT_BVLSHR: return z3->mk_bvlshr(c, a[0], a[1]);
	case RT_BVASHR: return z3->mk_bvashr(c, a[0], a[1]);
	case RT_BVULT: return z3->mk_bvult(c, a[0], a[1]);
	case RT_BVULE: return z3->mk_bvule(c, a[0], a[1]);
	case RT_BVSLT: return z3->mk_bvslt(c, a[0], a[1]);
	case RT_BVSLE: return z3->mk_bvsle(c, a[0], a[1]);
	case RT_CONCAT: return z3->mk_concat(c, a[0], a[1]);
	case RT_EXTRACT: return z3->mk_extract(c, n->p, n->q, a[0]);
	case RT_ZEROEXT: return z3->mk_zero_ext(c, n->p, a[0]);
	case RT_SIGNEXT: return z3->mk_sign_ext(c, n->p, a[0]);
	}
	return NULL;
}

// Makes room for n more terms.
static int32_t grow(rt_context *r, int32_t n) {
	if (r->len + n <= r->cap) return 0;
	int32_t cap = r->cap * 2 > r->len + n ? r->cap * 2 : r->len + n;
	Z3_ast *asts = realloc(r->asts, cap * sizeof *asts);
	if (!asts) return fail(r, Z3_MEMOUT_FAIL, "out of memory");
	r->asts = asts;
	r->cap = cap;
	return 0;
}

// Looks terms up. The caller frees the array.
static Z3_ast *gather(rt_context *r, int32_t n, const int32_t *terms) {
	Z3_ast *asts = malloc((n + 1) * sizeof *asts);
	if (!asts) {
		fail(r, Z3_MEMOUT_FAIL, "out of memory");
		return NULL;
	}
	for (int32_t i = 0; i < n; i++) asts[i] = r->asts[terms[i]];
	return asts;
}

int32_t rt_import(rt_context *r, int32_t n, const rt_node *nodes, const int32_t *args, const char *texts) {
	if (grow(r, n)) return r->code;
	for (int32_t i = 0; i < n; i++) {
		Z3_ast *a = gather(r, nodes[i].argc, args);
		if (!a) return r->code;
		args += nodes[i].argc;
		bool is_float = nodes[i].op >= RT_FPADD;
		Z3_ast t = is_float ? build_float(r, &nodes[i], a) : build(r, &nodes[i], a, texts + nodes[i].text);
		free(a);
		if (status(r)) return r->code;
		if (!t) return fail(r, Z3_INVALID_ARG, "unknown operation");
		if (!is_float) r->z3->inc_ref(r->ctx, t);
		r->asts[r->len++] = t;
	}
	return 0;
}

int32_t rt_solver(rt_context *r, int32_t kind, const char *logic, Z3_solver *out) {
	switch (kind) {
	case 1: *out = r->z3->mk_simple_solver(r->ctx); break;
	case 2: *out = r->z3->mk_solver_for_logic(r->ctx, r->z3->mk_string_symbol(r->ctx, logic)); break;
	default: *out = r->z3->mk_solver(r->ctx);
	}
	if (status(r)) return r->code;
	r->z3->solver_inc_ref(r->ctx, *out);
	return status(r);
}

void rt_solver_close(rt_context *r, Z3_solver s) { r->z3->solver_dec_ref(r->ctx, s); }

// Sets one parameter given as text. The solver says of which kind it is.
static int32_t set(rt_context *r, Z3_params p, Z3_param_descrs d, const char *name, const char *value) {
	Z3_symbol sym = r->z3->mk_string_symbol(r->ctx, name);
	switch (r->z3->param_descrs_get_kind(r->ctx, d, sym)) {
	case Z3_PK_BOOL: r->z3->params_set_bool(r->ctx, p, sym, !strcmp(value, "true")); break;
	case Z3_PK_UINT: r->z3->params_set_uint(r->ctx, p, sym, strtoul(value, NULL, 10)); break;
	case Z3_PK_DOUBLE: r->z3->params_set_double(r->ctx, p, sym, strtod(value, NULL)); break;
	case Z3_PK_STRING:
	case Z3_PK_SYMBOL: r->z3->params_set_symbol(r->ctx, p, sym, r->z3->mk_string_symbol(r->ctx, value)); break;
	default: return fail(r, Z3_INVALID_ARG, name);
	}
	return status(r);
}

int32_t rt_params(rt_context *r, Z3_solver s, uint32_t rlimit, int32_t n, const char **names, const char **values) {
	Z3_param_descrs d = r->z3->solver_get_param_descrs(r->ctx, s);
	if (status(r)) return r->code;
	r->z3->param_descrs_inc_ref(r->ctx, d);
	Z3_params p = r->z3->mk_params(r->ctx);
	r->z3->params_inc_ref(r->ctx, p);
	// Z3's own handler of SIGINT would replace Go's.
	r->z3->params_set_bool(r->ctx, p, r->z3->mk_string_symbol(r->ctx, "ctrl_c"), false);
	if (rlimit) r->z3->params_set_uint(r->ctx, p, r->z3->mk_string_symbol(r->ctx, "rlimit"), rlimit);
	int32_t code = 0;
	for (int32_t i = 0; i < n && !code; i++) code = set(r, p, d, names[i], values[i]);
	if (!code) {
		r->z3->solver_set_params(r->ctx, s, p);
		code = status(r);
	}
	r->z3->params_dec_ref(r->ctx, p);
	r->z3->param_descrs_dec_ref(r->ctx, d);
	return code;
}

int32_t rt_assert(rt_context *r, Z3_solver s, int32_t n, const int32_t *terms) {
	for (int32_t i = 0; i < n; i++) {
		r->z3->solver_assert(r->ctx, s, r->asts[terms[i]]);
		if (status(r)) return r->code;
	}
	return 0;
}

int32_t rt_assert_script(rt_context *r, Z3_solver s, const char *text) {
	Z3_ast_vector v = r->z3->parse_smtlib2_string(r->ctx, text, 0, NULL, NULL, 0, NULL, NULL);
	if (status(r)) return r->code;
	r->z3->ast_vector_inc_ref(r->ctx, v);
	int32_t code = 0;
	for (unsigned i = 0; i < r->z3->ast_vector_size(r->ctx, v) && !code; i++) {
		r->z3->solver_assert(r->ctx, s, r->z3->ast_vector_get(r->ctx, v, i));
		code = status(r);
	}
	r->z3->ast_vector_dec_ref(r->ctx, v);
	return code;
}

int32_t rt_check(rt_context *r, Z3_solver s, int32_t n, const int32_t *lits, int32_t *result) {
	Z3_ast *a = gather(r, n, lits);
	if (!a) return r->code;
	*result = r->z3->solver_check_assumptions(r->ctx, s, n, a);
	free(a);
	return status(r);
}

int32_t rt_reason(rt_context *r, Z3_solver s, const char **reason) {
	*reason = r->z3->solver_get_reason_unknown(r->ctx, s);
	return status(r);
}

int32_t rt_core(rt_context *r, Z3_solver s, int32_t n, const int32_t *lits, uint8_t *in) {
	Z3_ast_vector v = r->z3->solver_get_unsat_core(r->ctx, s);
	if (status(r)) return r->code;
	r->z3->ast_vector_inc_ref(r->ctx, v);
	unsigned size = r->z3->ast_vector_size(r->ctx, v);
	for (unsigned j = 0; j < size; j++) {
		Z3_ast t = r->z3->ast_vector_get(r->ctx, v, j);
		for (int32_t i = 0; i < n; i++) in[i] |= r->z3->is_eq_ast(r->ctx, t, r->asts[lits[i]]);
	}
	r->z3->ast_vector_dec_ref(r->ctx, v);
	return status(r);
}

static int32_t model_of(rt_context *r, Z3_solver s, Z3_model *m) {
	*m = r->z3->solver_get_model(r->ctx, s);
	if (status(r)) return r->code;
	r->z3->model_inc_ref(r->ctx, *m);
	return 0;
}

int32_t rt_words(rt_context *r, Z3_solver s, int32_t n, const int32_t *vars, uint64_t *out) {
	Z3_model m;
	if (model_of(r, s, &m)) return r->code;
	int32_t code = 0;
	for (int32_t i = 0; i < n && !code; i++) {
		Z3_ast var = r->asts[vars[i]];
		Z3_ast v = r->z3->model_get_const_interp(r->ctx, m, r->z3->get_app_decl(r->ctx, r->z3->to_app(r->ctx, var)));
		code = status(r);
		out[i] = 0;
		// A variable that the model leaves out may have any value.
		if (code || !v) continue;
		switch (r->z3->get_bool_value(r->ctx, v)) {
		case Z3_L_TRUE: out[i] = 1; break;
		case Z3_L_FALSE: break;
		default:
			if (!r->z3->get_numeral_uint64(r->ctx, v, &out[i])) code = fail(r, Z3_INVALID_ARG, "a value wider than 64 bits");
		}
	}
	r->z3->model_dec_ref(r->ctx, m);
	return code;
}

int32_t rt_decimal(rt_context *r, Z3_solver s, int32_t var, const char **out) {
	Z3_model m;
	if (model_of(r, s, &m)) return r->code;
	Z3_ast v = NULL;
	r->z3->model_eval(r->ctx, m, r->asts[var], true, &v);
	int32_t code = status(r);
	if (!code) {
		r->z3->inc_ref(r->ctx, v);
		*out = r->z3->get_numeral_string(r->ctx, v);
		code = status(r);
		r->z3->dec_ref(r->ctx, v);
	}
	r->z3->model_dec_ref(r->ctx, m);
	return code;
}
