#include "api.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// fill looks up the functions of t, and returns the name of one that is missing, or 0.
static const char *fill(z3_table *t)
{
#define Z3_LOOKUP(ret, name, params, args) \
	if (!(*(void **)&t->name = dlsym(t->library, "Z3_" #name))) \
		return "Z3_" #name;
	Z3_LOOKUP(, mk_config, , )
	Z3_LOOKUP(, get_full_version, , )
	Z3_FUNCTIONS(Z3_LOOKUP)
	return 0;
}

z3_table *z3_open(const char *name, char **problem, const char **missing)
{
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		*problem = strdup(dlerror());
		return 0;
	}
	z3_table *t = calloc(1, sizeof *t);
	t->library = library;
	*missing = fill(t);
	if (*missing) {
		z3_close(t);
		return 0;
	}
	return t;
}

void z3_close(z3_table *t)
{
	dlclose(t->library);
	free(t);
}

static void ignore(context c, int code)
{
}

void z3_silence(z3_table *t, context c)
{
	t->set_error_handler(c, ignore);
}
