// What is used of Z3's C interface, declared here so that neither its header nor its
// library is needed to build. Each function is a row: result, name without Z3_, parameters,
// arguments. From the rows come a table of pointers, filled when the library is opened, and
// a function z3_name for each, which calls through the table. z3_mk_config and
// z3_get_full_version, which have no parameters, are written out.

#ifndef HARDBOP_Z3_API_H
#define HARDBOP_Z3_API_H

#include <stdint.h>

typedef struct Z3_config_s *config;
typedef struct Z3_context_s *context;
typedef struct Z3_symbol_s *symbol;
typedef struct Z3_ast_s *ast;
typedef struct Z3_sort_s *sort;
typedef struct Z3_decl_s *decl;
typedef struct Z3_solver_s *solver;
typedef struct Z3_params_s *params;
typedef struct Z3_model_s *model;
typedef struct Z3_finterp_s *finterp;
typedef struct Z3_fentry_s *fentry;
typedef struct Z3_vector_s *vector;
typedef struct Z3_fixedpoint_s *fixedpoint;
typedef void (*handler)(context c, int code);

#define Z3_FUNCTIONS(F) \
	F(void, del_config, (config g), (g)) \
	F(void, set_param_value, (config g, const char* k, const char* v), (g, k, v)) \
	F(context, mk_context_rc, (config g), (g)) \
	F(void, del_context, (context c), (c)) \
	F(void, set_error_handler, (context c, handler h), (c, h)) \
	F(int, get_error_code, (context c), (c)) \
	F(const char*, get_error_msg, (context c, int code), (c, code)) \
	F(void, interrupt, (context c), (c)) \
	F(void, inc_ref, (context c, ast a), (c, a)) \
	F(void, dec_ref, (context c, ast a), (c, a)) \
	F(symbol, mk_string_symbol, (context c, const char* s), (c, s)) \
	F(int, get_symbol_kind, (context c, symbol s), (c, s)) \
	F(const char*, get_symbol_string, (context c, symbol s), (c, s)) \
	F(sort, mk_bool_sort, (context c), (c)) \
	F(sort, mk_int_sort, (context c), (c)) \
	F(sort, mk_bv_sort, (context c, unsigned n), (c, n)) \
	F(sort, mk_array_sort, (context c, sort from, sort to), (c, from, to)) \
	F(sort, get_sort, (context c, ast a), (c, a)) \
	F(int, get_sort_kind, (context c, sort s), (c, s)) \
	F(unsigned, get_bv_sort_size, (context c, sort s), (c, s)) \
	F(sort, get_array_sort_domain, (context c, sort s), (c, s)) \
	F(sort, get_array_sort_range, (context c, sort s), (c, s)) \
	F(decl, mk_func_decl, (context c, symbol s, unsigned n, const sort* d, sort r), (c, s, n, d, r)) \
	F(decl, mk_fresh_func_decl, (context c, const char* s, unsigned n, const sort* d, sort r), (c, s, n, d, r)) \
	F(ast, mk_app, (context c, decl f, unsigned n, const ast* a), (c, f, n, a)) \
	F(ast, mk_true, (context c), (c)) \
	F(ast, mk_false, (context c), (c)) \
	F(ast, mk_eq, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_not, (context c, ast a), (c, a)) \
	F(ast, mk_ite, (context c, ast i, ast a, ast b), (c, i, a, b)) \
	F(ast, mk_implies, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_and, (context c, unsigned n, const ast* a), (c, n, a)) \
	F(ast, mk_or, (context c, unsigned n, const ast* a), (c, n, a)) \
	F(ast, mk_add, (context c, unsigned n, const ast* a), (c, n, a)) \
	F(ast, mk_mul, (context c, unsigned n, const ast* a), (c, n, a)) \
	F(ast, mk_div, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_mod, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_le, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_numeral, (context c, const char* s, sort t), (c, s, t)) \
	F(ast, mk_int64, (context c, int64_t v, sort t), (c, v, t)) \
	F(ast, mk_bvnot, (context c, ast a), (c, a)) \
	F(ast, mk_bvneg, (context c, ast a), (c, a)) \
	F(ast, mk_bvadd, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvmul, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvudiv, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvurem, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvsdiv, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvsrem, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvand, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvor, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvxor, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvshl, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvlshr, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvashr, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvult, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_bvslt, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_concat, (context c, ast a, ast b), (c, a, b)) \
	F(ast, mk_extract, (context c, unsigned hi, unsigned lo, ast a), (c, hi, lo, a)) \
	F(ast, mk_zero_ext, (context c, unsigned n, ast a), (c, n, a)) \
	F(ast, mk_sign_ext, (context c, unsigned n, ast a), (c, n, a)) \
	F(ast, mk_select, (context c, ast a, ast i), (c, a, i)) \
	F(ast, mk_store, (context c, ast a, ast i, ast v), (c, a, i, v)) \
	F(ast, mk_const_array, (context c, sort s, ast v), (c, s, v)) \
	F(ast, mk_forall_const, (context c, unsigned w, unsigned n, const ast* v, unsigned m, const void* p, ast body), (c, w, n, v, m, p, body)) \
	F(int, get_ast_kind, (context c, ast a), (c, a)) \
	F(decl, get_app_decl, (context c, ast a), (c, a)) \
	F(unsigned, get_app_num_args, (context c, ast a), (c, a)) \
	F(ast, get_app_arg, (context c, ast a, unsigned i), (c, a, i)) \
	F(symbol, get_decl_name, (context c, decl d), (c, d)) \
	F(int, get_decl_int_parameter, (context c, decl d, unsigned i), (c, d, i)) \
	F(const char*, get_numeral_string, (context c, ast a), (c, a)) \
	F(_Bool, get_numeral_int64, (context c, ast a, int64_t* v), (c, a, v)) \
	F(unsigned, get_index_value, (context c, ast a), (c, a)) \
	F(_Bool, is_as_array, (context c, ast a), (c, a)) \
	F(decl, get_as_array_func_decl, (context c, ast a), (c, a)) \
	F(solver, mk_simple_solver, (context c), (c)) \
	F(solver, mk_solver, (context c), (c)) \
	F(solver, mk_solver_for_logic, (context c, symbol s), (c, s)) \
	F(void, solver_inc_ref, (context c, solver s), (c, s)) \
	F(void, solver_dec_ref, (context c, solver s), (c, s)) \
	F(void, solver_set_params, (context c, solver s, params p), (c, s, p)) \
	F(void, solver_push, (context c, solver s), (c, s)) \
	F(void, solver_pop, (context c, solver s, unsigned n), (c, s, n)) \
	F(void, solver_assert, (context c, solver s, ast a), (c, s, a)) \
	F(int, solver_check, (context c, solver s), (c, s)) \
	F(int, solver_check_assumptions, (context c, solver s, unsigned n, const ast* a), (c, s, n, a)) \
	F(model, solver_get_model, (context c, solver s), (c, s)) \
	F(vector, solver_get_trail, (context c, solver s), (c, s)) \
	F(vector, solver_get_unsat_core, (context c, solver s), (c, s)) \
	F(const char*, solver_get_reason_unknown, (context c, solver s), (c, s)) \
	F(void, ast_vector_inc_ref, (context c, vector v), (c, v)) \
	F(void, ast_vector_dec_ref, (context c, vector v), (c, v)) \
	F(unsigned, ast_vector_size, (context c, vector v), (c, v)) \
	F(ast, ast_vector_get, (context c, vector v, unsigned i), (c, v, i)) \
	F(params, mk_params, (context c), (c)) \
	F(void, params_inc_ref, (context c, params p), (c, p)) \
	F(void, params_dec_ref, (context c, params p), (c, p)) \
	F(void, params_set_uint, (context c, params p, symbol k, unsigned v), (c, p, k, v)) \
	F(void, params_set_bool, (context c, params p, symbol k, _Bool v), (c, p, k, v)) \
	F(void, params_set_symbol, (context c, params p, symbol k, symbol v), (c, p, k, v)) \
	F(void, model_inc_ref, (context c, model m), (c, m)) \
	F(void, model_dec_ref, (context c, model m), (c, m)) \
	F(unsigned, model_get_num_consts, (context c, model m), (c, m)) \
	F(decl, model_get_const_decl, (context c, model m, unsigned i), (c, m, i)) \
	F(ast, model_get_const_interp, (context c, model m, decl d), (c, m, d)) \
	F(unsigned, model_get_num_funcs, (context c, model m), (c, m)) \
	F(decl, model_get_func_decl, (context c, model m, unsigned i), (c, m, i)) \
	F(finterp, model_get_func_interp, (context c, model m, decl d), (c, m, d)) \
	F(void, func_interp_inc_ref, (context c, finterp f), (c, f)) \
	F(void, func_interp_dec_ref, (context c, finterp f), (c, f)) \
	F(unsigned, func_interp_get_num_entries, (context c, finterp f), (c, f)) \
	F(fentry, func_interp_get_entry, (context c, finterp f, unsigned i), (c, f, i)) \
	F(ast, func_interp_get_else, (context c, finterp f), (c, f)) \
	F(void, func_entry_inc_ref, (context c, fentry e), (c, e)) \
	F(void, func_entry_dec_ref, (context c, fentry e), (c, e)) \
	F(ast, func_entry_get_value, (context c, fentry e), (c, e)) \
	F(unsigned, func_entry_get_num_args, (context c, fentry e), (c, e)) \
	F(ast, func_entry_get_arg, (context c, fentry e, unsigned i), (c, e, i)) \
	F(fixedpoint, mk_fixedpoint, (context c), (c)) \
	F(void, fixedpoint_inc_ref, (context c, fixedpoint f), (c, f)) \
	F(void, fixedpoint_dec_ref, (context c, fixedpoint f), (c, f)) \
	F(void, fixedpoint_set_params, (context c, fixedpoint f, params p), (c, f, p)) \
	F(void, fixedpoint_register_relation, (context c, fixedpoint f, decl d), (c, f, d)) \
	F(void, fixedpoint_add_rule, (context c, fixedpoint f, ast r, symbol s), (c, f, r, s)) \
	F(int, fixedpoint_query, (context c, fixedpoint f, ast q), (c, f, q)) \
	F(const char*, fixedpoint_get_reason_unknown, (context c, fixedpoint f), (c, f)) \
	F(ast, fixedpoint_get_cover_delta, (context c, fixedpoint f, int level, decl d), (c, f, level, d))

#define Z3_POINTER(ret, name, params, args) ret (*name) params;

typedef struct {
	void *library;
	config (*mk_config)(void);
	const char *(*get_full_version)(void);
	Z3_FUNCTIONS(Z3_POINTER)
} z3_table;

#define Z3_LIST(...) __VA_ARGS__
#define Z3_CALL(ret, name, params, args) \
	static inline ret z3_##name(z3_table *table, Z3_LIST params) { return table->name args; }

Z3_FUNCTIONS(Z3_CALL)

static inline config z3_mk_config(z3_table *t) { return t->mk_config(); }
static inline const char *z3_get_full_version(z3_table *t) { return t->get_full_version(); }

// z3_open opens the library called name and fills a table, which z3_close releases. If the
// library can't be opened it returns 0 and *problem is the linker's message; if a function
// is missing, *missing is its name. *problem is to be freed by the caller.
z3_table *z3_open(const char *name, char **problem, const char **missing);
void z3_close(z3_table *t);

// z3_silence makes errors in c return instead of ending the process.
void z3_silence(z3_table *t, context c);

#endif
