//go:build cgo && unix && !nosolver

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "library.h"
#ifdef __GLIBC__
#include <malloc.h>
#include <stdatomic.h>
#include <sys/mman.h>
#endif

#ifdef __GLIBC__
// The memory of one arena, which grows by room bytes and is given back when so much is free, is in great pages: of small ones,
// which the system makes one by one when they are first touched, Z3 touches and frees thousands with each context.
enum { room = 64 << 20, great = 2 << 20 };

// The number of arenas counts only before there are more: Go calls Z3 from one thread after another, each of which would get one
// of its own.
__attribute__((constructor)) static void one_arena(void) {
	if (getenv("MALLOC_ARENA_MAX")) return;
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_TOP_PAD, room);
	mallopt(M_TRIM_THRESHOLD, 2 * room);
	mallopt(M_MMAP_MAX, 0);
}

void rt_great_pages(void) {
	static _Atomic uintptr_t advised;
	uintptr_t end = (uintptr_t)sbrk(0) / great * great, begin = atomic_exchange(&advised, end);
	if (!begin) begin = end > room ? end - room : 0;
	if (begin < end) madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}
#else
void rt_great_pages(void) {}
#endif

static void say(char *message, int32_t size, const char *text) {
	snprintf(message, size, "%s", text ? text : "no reason given");
}

rt_library *rt_load(const char *name, char *message, int32_t size) {
	rt_library *z3 = calloc(1, sizeof *z3);
	if (!z3) {
		say(message, size, "out of memory");
		return NULL;
	}
	// Z3 has state of its own that does not survive unloading, and loading it takes some hundredths
	// of a second. So it stays loaded.
	z3->handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!z3->handle) {
		say(message, size, dlerror());
		rt_unload(z3);
		return NULL;
	}
#define RT_FIND(result, function, parameters) \
	*(void **)&z3->function = dlsym(z3->handle, "Z3_" #function); \
	if (!z3->function) { \
		snprintf(message, size, "%s: has no function Z3_%s", name, #function); \
		rt_unload(z3); \
		return NULL; \
	}
	RT_FUNCTIONS(RT_FIND)
#undef RT_FIND
	unsigned v[4];
	rt_version(z3, v);
	if (v[0] == 4 && v[1] == 8 && v[2] == 12) {
#define RT_FIND(result, function, parameters) *(void **)&z3->function = dlsym(z3->handle, "Z3_" #function);
		RT_PROPAGATORS(RT_FIND)
#undef RT_FIND
	}
	return z3;
}

void rt_unload(rt_library *z3) {
	if (z3->handle) dlclose(z3->handle);
	free(z3);
}

void rt_version(const rt_library *z3, unsigned version[4]) {
	z3->get_version(&version[0], &version[1], &version[2], &version[3]);
}
