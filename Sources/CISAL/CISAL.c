#include "CISAL.h"

#include <dlfcn.h>
#include <isa-l.h>
#include <pthread.h>
#include <stdlib.h>

// ISA-L's functions, by their own names and types; all there, or `loaded` is false.
static struct {
    bool loaded;
    __typeof__(&isal_inflate_init) isal_inflate_init;
    __typeof__(&isal_inflate) isal_inflate;
} lib;

static void load(void) {
    void *library = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) (lib.name = (__typeof__(lib.name))dlsym(library, #name))
    lib.loaded = FIND(isal_inflate_init) && FIND(isal_inflate);
#undef FIND
}

bool CISAL_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lib.loaded;
}

int CISAL_get_version(void) {
    return CISAL_load_library() ? ISAL_MAJOR_VERSION * 10000 + ISAL_MINOR_VERSION * 100 + ISAL_PATCH_VERSION : 0;
}

struct CISAL_Inflater {
    struct inflate_state state;
};

CISAL_Inflater *CISAL_create_inflater(void) {
    CISAL_Inflater *inflater = malloc(sizeof *inflater);
    if (!inflater) return NULL;
    lib.isal_inflate_init(&inflater->state);
    inflater->state.crc_flag = ISAL_ZLIB;
    return inflater;
}

void CISAL_destroy_inflater(CISAL_Inflater *inflater) { free(inflater); }

CISAL_Progress CISAL_inflate(CISAL_Inflater *inflater, const uint8_t *input, size_t *input_count, uint8_t *output,
                             size_t *output_count) {
    struct inflate_state *state = &inflater->state;
    // ISA-L counts in 32 bits.
    uint32_t offered = *input_count < UINT32_MAX ? (uint32_t)*input_count : UINT32_MAX;
    uint32_t wanted = *output_count < UINT32_MAX ? (uint32_t)*output_count : UINT32_MAX;
    state->next_in = (uint8_t *)input;
    state->avail_in = offered;
    state->next_out = output;
    state->avail_out = wanted;
    int result = lib.isal_inflate(state);
    *input_count -= offered - state->avail_in;
    *output_count -= wanted - state->avail_out;
    if (result < 0 || result == ISAL_NEED_DICT) return CISAL_damaged;
    if (state->block_state == ISAL_BLOCK_FINISH) return CISAL_finished;
    return state->avail_out == 0 ? CISAL_filled : CISAL_starved;
}
