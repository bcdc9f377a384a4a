#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "CJPEG.h"

// The name of the library whose structures this was compiled with.
#if JPEG_LIB_VERSION >= 80
#define LIBRARY "libjpeg.so.8"
#else
#define LIBRARY "libjpeg.so.62"
#endif

// Every function of libjpeg that is used: result, name, parameters, arguments.
#define FUNCTIONS(each)                                                                                              \
    each(void, jpeg_CreateCompress, (j_compress_ptr c, int version, size_t size), (c, version, size))                \
    each(void, jpeg_CreateDecompress, (j_decompress_ptr c, int version, size_t size), (c, version, size))            \
    each(void, jpeg_destroy_compress, (j_compress_ptr c), (c))                                                       \
    each(void, jpeg_destroy_decompress, (j_decompress_ptr c), (c))                                                   \
    each(void, jpeg_finish_compress, (j_compress_ptr c), (c))                                                        \
    each(boolean, jpeg_finish_decompress, (j_decompress_ptr c), (c))                                                 \
    each(boolean, jpeg_has_multiple_scans, (j_decompress_ptr c), (c))                                                \
    each(int, jpeg_read_header, (j_decompress_ptr c, boolean needs_image), (c, needs_image))                         \
    each(JDIMENSION, jpeg_read_raw_data, (j_decompress_ptr c, JSAMPIMAGE data, JDIMENSION rows), (c, data, rows))    \
    each(JDIMENSION, jpeg_read_scanlines, (j_decompress_ptr c, JSAMPARRAY data, JDIMENSION rows), (c, data, rows))   \
    each(boolean, jpeg_resync_to_restart, (j_decompress_ptr c, int wanted), (c, wanted))                             \
    each(void, jpeg_set_defaults, (j_compress_ptr c), (c))                                                           \
    each(void, jpeg_set_quality, (j_compress_ptr c, int quality, boolean baseline), (c, quality, baseline))          \
    each(void, jpeg_start_compress, (j_compress_ptr c, boolean all_tables), (c, all_tables))                         \
    each(boolean, jpeg_start_decompress, (j_decompress_ptr c), (c))                                                  \
    each(struct jpeg_error_mgr *, jpeg_std_error, (struct jpeg_error_mgr * errors), (errors))                        \
    each(JDIMENSION, jpeg_write_scanlines, (j_compress_ptr c, JSAMPARRAY data, JDIMENSION rows), (c, data, rows))

static struct {
    bool loaded;
#define DECLARE(result, name, parameters, arguments) __typeof__(&name) name;
    FUNCTIONS(DECLARE)
} lib;

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    lib.loaded = true;
#define FIND(result, name, parameters, arguments)                                                                    \
    lib.loaded = (lib.name = (__typeof__(lib.name))dlsym(library, #name)) && lib.loaded;
    FUNCTIONS(FIND)
}

bool CJPEG_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lib.loaded;
}

int CJPEG_get_version(void) { return CJPEG_load_library() ? LIBJPEG_TURBO_VERSION_NUMBER : 0; }

// Forwarders: the other files need not know that the library came late.
#define FORWARD(result, name, parameters, arguments)                                                                 \
    result name parameters { return lib.name arguments; }
FUNCTIONS(FORWARD)
