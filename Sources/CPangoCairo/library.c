#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include "CPangoCairo.h"

struct CPangoCairo_Library CPangoCairo_library;

static void load(void) {
    // A handle finds the functions of the libraries that it brings, too: Pango, Cairo, GObject.
    // Lazily, since only few of the functions that these libraries want of each other are ever called.
    void *library = dlopen("libpangocairo-1.0.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return;
    lib.loaded = true;
#define FIND(name) lib.loaded = (lib.name = (__typeof__(lib.name))dlsym(library, #name)) && lib.loaded;
    FUNCTIONS(FIND)
#undef FIND
}

bool CPangoCairo_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lib.loaded;
}

const char *CPangoCairo_get_pango_version(void) { return CPangoCairo_load_library() ? lib.pango_version_string() : ""; }

const char *CPangoCairo_get_cairo_version(void) { return CPangoCairo_load_library() ? lib.cairo_version_string() : ""; }
