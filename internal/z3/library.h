// The part of libz3's C interface that rtest uses. It is declared here so that building needs no
// header of Z3, and running needs only the library. All of it has been the same since Z3 4.8.

#ifndef RTEST_Z3_LIBRARY_H
#define RTEST_Z3_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct _Z3_config *Z3_config;
typedef struct _Z3_context *Z3_context;
typedef struct _Z3_symbol *Z3_symbol;
typedef struct _Z3_sort *Z3_sort;
typedef struct _Z3_func_decl *Z3_func_decl;
typedef struct _Z3_app *Z3_app;
typedef struct _Z3_ast *Z3_ast;
typedef struct _Z3_ast_vector *Z3_ast_vector;
typedef struct _Z3_model *Z3_model;
typedef struct _Z3_params *Z3_params;
typedef struct _Z3_param_descrs *Z3_param_descrs;
typedef struct _Z3_solver *Z3_solver;

// Z3_lbool.
enum { Z3_L_FALSE = -1, Z3_L_UNDEF = 0, Z3_L_TRUE = 1 };

// The values of Z3_error_code that matter here.
enum { Z3_OK = 0, Z3_INVALID_ARG = 3, Z3_MEMOUT_FAIL = 7, Z3_EXCEPTION = 12 };

// Z3_param_kind.
enum { Z3_PK_UINT, Z3_PK_BOOL, Z3_PK_DOUBLE, Z3_PK_SYMBOL, Z3_PK_STRING, Z3_PK_OTHER, Z3_PK_INVALID };

typedef void Z3_error_handler(Z3_context, int);

#define RT_UNARY(F, name) F(Z3_ast, name, (Z3_context, Z3_ast))
#define RT_BINARY(F, name) F(Z3_ast, name, (Z3_context, Z3_ast, Z3_ast))
#define RT_NARY(F, name) F(Z3_ast, name, (Z3_context, unsigned, const Z3_ast *))

// F(result, name, parameters) for each function, without its prefix Z3_.
#define RT_FUNCTIONS(F) \
	F(void, get_version, (unsigned *, unsigned *, unsigned *, unsigned *)) \
	RT_CONTEXTS(F) RT_TERMS(F) RT_BITVECTORS(F) RT_FLOATS(F) RT_SOLVERS(F) RT_MODELS(F)

#define RT_CONTEXTS(F) \
	F(Z3_config, mk_config, (void)) \
	F(void, del_config, (Z3_config)) \
	F(Z3_context, mk_context_rc, (Z3_config)) \
	F(void, del_context, (Z3_context)) \
	F(void, interrupt, (Z3_context)) \
	F(void, set_error_handler, (Z3_context, Z3_error_handler *)) \
	F(int, get_error_code, (Z3_context)) \
	F(const char *, get_error_msg, (Z3_context, int)) \
	F(void, inc_ref, (Z3_context, Z3_ast)) \
	F(void, dec_ref, (Z3_context, Z3_ast)) \
	F(unsigned, ast_vector_size, (Z3_context, Z3_ast_vector)) \
	F(Z3_ast, ast_vector_get, (Z3_context, Z3_ast_vector, unsigned)) \
	F(void, ast_vector_inc_ref, (Z3_context, Z3_ast_vector)) \
	F(void, ast_vector_dec_ref, (Z3_context, Z3_ast_vector)) \
	F(Z3_params, mk_params, (Z3_context)) \
	F(void, params_inc_ref, (Z3_context, Z3_params)) \
	F(void, params_dec_ref, (Z3_context, Z3_params)) \
	F(void, params_set_bool, (Z3_context, Z3_params, Z3_symbol, bool)) \
	F(void, params_set_uint, (Z3_context, Z3_params, Z3_symbol, unsigned)) \
	F(void, params_set_double, (Z3_context, Z3_params, Z3_symbol, double)) \
	F(void, params_set_symbol, (Z3_context, Z3_params, Z3_symbol, Z3_symbol)) \
	F(void, param_descrs_inc_ref, (Z3_context, Z3_param_descrs)) \
	F(void, param_descrs_dec_ref, (Z3_context, Z3_param_descrs)) \
	F(int, param_descrs_get_kind, (Z3_context, Z3_param_descrs, Z3_symbol))

#define RT_TERMS(F) \
	F(Z3_symbol, mk_string_symbol, (Z3_context, const char *)) \
	F(Z3_sort, mk_int_sort, (Z3_context)) \
	F(Z3_sort, mk_bool_sort, (Z3_context)) \
	F(Z3_sort, mk_bv_sort, (Z3_context, unsigned)) \
	F(Z3_ast, mk_const, (Z3_context, Z3_symbol, Z3_sort)) \
	F(Z3_ast, mk_unsigned_int64, (Z3_context, uint64_t, Z3_sort)) \
	F(Z3_ast, mk_numeral, (Z3_context, const char *, Z3_sort)) \
	F(Z3_ast, mk_true, (Z3_context)) \
	F(Z3_ast, mk_false, (Z3_context)) \
	F(Z3_ast, mk_ite, (Z3_context, Z3_ast, Z3_ast, Z3_ast)) \
	RT_UNARY(F, mk_not) RT_NARY(F, mk_and) RT_NARY(F, mk_or) RT_BINARY(F, mk_eq) RT_NARY(F, mk_distinct) \
	RT_UNARY(F, mk_unary_minus) RT_NARY(F, mk_add) RT_NARY(F, mk_sub) RT_NARY(F, mk_mul) \
	RT_BINARY(F, mk_div) RT_BINARY(F, mk_mod) RT_BINARY(F, mk_lt) RT_BINARY(F, mk_le) \
	F(bool, is_eq_ast, (Z3_context, Z3_ast, Z3_ast)) \
	F(Z3_app, to_app, (Z3_context, Z3_ast)) \
	F(Z3_func_decl, get_app_decl, (Z3_context, Z3_app)) \
	F(int, get_bool_value, (Z3_context, Z3_ast)) \
	F(const char *, get_numeral_string, (Z3_context, Z3_ast)) \
	F(bool, get_numeral_uint64, (Z3_context, Z3_ast, uint64_t *)) \
	F(Z3_ast_vector, parse_smtlib2_string, (Z3_context, const char *, unsigned, const Z3_symbol *, \
		const Z3_sort *, unsigned, const Z3_symbol *, const Z3_func_decl *))

#define RT_BITVECTORS(F) \
	RT_UNARY(F, mk_bvnot) RT_UNARY(F, mk_bvneg) \
	RT_BINARY(F, mk_bvand) RT_BINARY(F, mk_bvor) RT_BINARY(F, mk_bvxor) \
	RT_BINARY(F, mk_bvadd) RT_BINARY(F, mk_bvsub) RT_BINARY(F, mk_bvmul) \
	RT_BINARY(F, mk_bvudiv) RT_BINARY(F, mk_bvurem) RT_BINARY(F, mk_bvsdiv) RT_BINARY(F, mk_bvsrem) \
	RT_BINARY(F, mk_bvshl) RT_BINARY(F, mk_bvlshr) RT_BINARY(F, mk_bvashr) \
	RT_BINARY(F, mk_bvult) RT_BINARY(F, mk_bvule) RT_BINARY(F, mk_bvslt) RT_BINARY(F, mk_bvsle) \
	RT_BINARY(F, mk_concat) \
	F(Z3_ast, mk_extract, (Z3_context, unsigned, unsigned, Z3_ast)) \
	F(Z3_ast, mk_zero_ext, (Z3_context, unsigned, Z3_ast)) \
	F(Z3_ast, mk_sign_ext, (Z3_context, unsigned, Z3_ast))

#define RT_FLOATS(F) \
	F(Z3_sort, mk_fpa_sort_32, (Z3_context)) \
	F(Z3_sort, mk_fpa_sort_64, (Z3_context)) \
	F(Z3_ast, mk_fpa_rne, (Z3_context)) \
	F(Z3_ast, mk_fpa_rna, (Z3_context)) \
	F(Z3_ast, mk_fpa_rtp, (Z3_context)) \
	F(Z3_ast, mk_fpa_rtn, (Z3_context)) \
	F(Z3_ast, mk_fpa_rtz, (Z3_context)) \
	F(Z3_ast, mk_fpa_add, (Z3_context, Z3_ast, Z3_ast, Z3_ast)) \
	F(Z3_ast, mk_fpa_sub, (Z3_context, Z3_ast, Z3_ast, Z3_ast)) \
	F(Z3_ast, mk_fpa_mul, (Z3_context, Z3_ast, Z3_ast, Z3_ast)) \
	F(Z3_ast, mk_fpa_div, (Z3_context, Z3_ast, Z3_ast, Z3_ast)) \
	RT_BINARY(F, mk_fpa_sqrt) RT_BINARY(F, mk_fpa_round_to_integral) \
	RT_BINARY(F, mk_fpa_eq) RT_BINARY(F, mk_fpa_lt) RT_BINARY(F, mk_fpa_leq) \
	RT_UNARY(F, mk_fpa_is_nan) RT_UNARY(F, mk_fpa_to_ieee_bv) \
	F(Z3_ast, mk_fpa_to_fp_bv, (Z3_context, Z3_ast, Z3_sort)) \
	F(Z3_ast, mk_fpa_to_fp_float, (Z3_context, Z3_ast, Z3_ast, Z3_sort)) \
	F(Z3_ast, mk_fpa_to_fp_signed, (Z3_context, Z3_ast, Z3_ast, Z3_sort)) \
	F(Z3_ast, mk_fpa_to_fp_unsigned, (Z3_context, Z3_ast, Z3_ast, Z3_sort)) \
	F(Z3_ast, mk_fpa_to_ubv, (Z3_context, Z3_ast, Z3_ast, unsigned)) \
	F(Z3_ast, mk_fpa_to_sbv, (Z3_context, Z3_ast, Z3_ast, unsigned))

#define RT_SOLVERS(F) \
	F(Z3_solver, mk_solver, (Z3_context)) \
	F(Z3_solver, mk_simple_solver, (Z3_context)) \
	F(Z3_solver, mk_solver_for_logic, (Z3_context, Z3_symbol)) \
	F(void, solver_inc_ref, (Z3_context, Z3_solver)) \
	F(void, solver_dec_ref, (Z3_context, Z3_solver)) \
	F(Z3_param_descrs, solver_get_param_descrs, (Z3_context, Z3_solver)) \
	F(void, solver_set_params, (Z3_context, Z3_solver, Z3_params)) \
	F(void, solver_assert, (Z3_context, Z3_solver, Z3_ast)) \
	F(int, solver_check_assumptions, (Z3_context, Z3_solver, unsigned, const Z3_ast *)) \
	F(const char *, solver_get_reason_unknown, (Z3_context, Z3_solver)) \
	F(Z3_ast_vector, solver_get_unsat_core, (Z3_context, Z3_solver)) \
	F(Z3_model, solver_get_model, (Z3_context, Z3_solver))

#define RT_MODELS(F) \
	F(void, model_inc_ref, (Z3_context, Z3_model)) \
	F(void, model_dec_ref, (Z3_context, Z3_model)) \
	F(bool, model_eval, (Z3_context, Z3_model, Z3_ast, bool, Z3_ast *)) \
	F(Z3_ast, model_get_const_interp, (Z3_context, Z3_model, Z3_func_decl))

// The user propagator as it was in Z3 4.8.12; later versions changed it. Its functions are NULL in
// a library of another version.
typedef struct _Z3_solver_callback *Z3_solver_callback;
typedef void Z3_push_eh(void *);
typedef void Z3_pop_eh(void *, unsigned);
typedef void *Z3_fresh_eh(void *, Z3_context);
typedef void Z3_fixed_eh(void *, Z3_solver_callback, unsigned, Z3_ast);
typedef void Z3_final_eh(void *, Z3_solver_callback);

#define RT_PROPAGATORS(F) \
	F(void, solver_propagate_init, (Z3_context, Z3_solver, void *, Z3_push_eh *, Z3_pop_eh *, Z3_fresh_eh *)) \
	F(void, solver_propagate_fixed, (Z3_context, Z3_solver, Z3_fixed_eh *)) \
	F(void, solver_propagate_final, (Z3_context, Z3_solver, Z3_final_eh *)) \
	F(unsigned, solver_propagate_register, (Z3_context, Z3_solver, Z3_ast)) \
	F(void, solver_propagate_consequence, (Z3_context, Z3_solver_callback, unsigned, const unsigned *, \
		unsigned, const unsigned *, const unsigned *, Z3_ast))

// A loaded library: its functions, and the handle that keeps it loaded.
typedef struct {
	void *handle;
#define RT_FIELD(result, name, parameters) result (*name) parameters;
	RT_FUNCTIONS(RT_FIELD)
	RT_PROPAGATORS(RT_FIELD)
#undef RT_FIELD
} rt_library;

// Loads a library by its file name, or by a name that the system's loader finds. On failure the
// result is NULL and message holds the reason.
rt_library *rt_load(const char *name, char *message, int32_t size);

// Releases the handle. The code stays in memory for the next rt_load.
void rt_unload(rt_library *z3);

// Asks the system for great pages where the memory of malloc has grown.
void rt_great_pages(void);

void rt_version(const rt_library *z3, unsigned version[4]);

#endif
