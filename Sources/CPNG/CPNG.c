#include "CPNG.h"

#include <dlfcn.h>
#include <png.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// libpng's functions, by their own names and types; all there, or `loaded` is false.
#define FUNCTIONS(each)                                                                                              \
    each(png_access_version_number) each(png_create_read_struct) each(png_create_info_struct)                         \
    each(png_destroy_read_struct) each(png_error)                                                                     \
    each(png_get_channels) each(png_get_error_ptr) each(png_get_image_width) each(png_get_io_ptr)                     \
    each(png_get_rowbytes) each(png_longjmp) each(png_read_info) each(png_read_row) each(png_read_update_info)        \
    each(png_set_compression_buffer_size) each(png_set_crc_action) each(png_set_expand)                               \
    each(png_set_interlace_handling) each(png_set_longjmp_fn) each(png_set_option) each(png_set_read_fn)              \
    each(png_set_scale_16) each(png_set_user_limits)

static struct {
    bool loaded;
#define DECLARE(name) __typeof__(&name) name;
    FUNCTIONS(DECLARE)
#undef DECLARE
} lib;

static void load(void) {
    void *library = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    lib.loaded = true;
#define FIND(name) lib.loaded = (lib.name = (__typeof__(lib.name))dlsym(library, #name)) && lib.loaded;
    FUNCTIONS(FIND)
#undef FIND
}

bool CPNG_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lib.loaded;
}

struct CPNG_Reader {
    png_structp png;
    png_infop info;
    const uint8_t *file;
    const CPNG_Slice *slices;
    size_t count;  // of slices
    size_t index;  // of the slice being read
    size_t place;  // in that slice
    int channels;
    int passes;
    size_t row_bytes;
    bool failed;
    char problem[200];
};

// Warnings about files whose every pixel is right: data after the last row, and high bits of a transparent gray that the
// format tells to ignore.
static const char *const harmless[] = {"Too much image data", "Extra compressed data", "out-of-range samples"};

static void leave(png_structp png, png_const_charp reason) {
    CPNG_Reader *reader = lib.png_get_error_ptr(png);
    snprintf(reader->problem, sizeof reader->problem, "%s", reason);
    lib.png_longjmp(png, 1);
}

static void note(png_structp png, png_const_charp reason) {
    CPNG_Reader *reader = lib.png_get_error_ptr(png);
    for (size_t index = 0; index < sizeof harmless / sizeof *harmless; index++)
        if (strstr(reason, harmless[index])) return;
    if (!reader->problem[0]) snprintf(reader->problem, sizeof reader->problem, "%s", reason);
}

static void read_slices(png_structp png, png_bytep out, size_t length) {
    CPNG_Reader *reader = lib.png_get_io_ptr(png);
    while (length > 0) {
        if (reader->index == reader->count) lib.png_error(png, "the picture data end early");
        const CPNG_Slice *slice = &reader->slices[reader->index];
        size_t rest = slice->length - reader->place;
        size_t part = rest < length ? rest : length;
        memcpy(out, reader->file + slice->offset + reader->place, part);
        reader->place += part;
        out += part;
        length -= part;
        if (part == rest) {
            reader->index++;
            reader->place = 0;
        }
    }
}

CPNG_Reader *CPNG_create_reader(const uint8_t *file, const CPNG_Slice *slices, size_t count) {
    CPNG_Reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->file = file;
    reader->slices = slices;
    reader->count = count;
    // Without a jump buffer libpng reports failure here by NULL.
    reader->png = lib.png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, leave, note);
    if (reader->png) reader->info = lib.png_create_info_struct(reader->png);
    if (!reader->info) {
        CPNG_destroy_reader(reader);
        return NULL;
    }
    lib.png_set_read_fn(reader->png, reader, read_slices);
    return reader;
}

void CPNG_destroy_reader(CPNG_Reader *reader) {
    lib.png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}

bool CPNG_start_reader(CPNG_Reader *reader, bool lenient, bool separate_passes) {
    png_structp png = reader->png;
    if (setjmp(*lib.png_set_longjmp_fn(png, longjmp, sizeof(jmp_buf)))) {
        reader->failed = true;
        return false;
    }
    // The caller has held the sides against its own limits.
    lib.png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    lib.png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    if (lenient) {
        lib.png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
        lib.png_set_compression_buffer_size(png, 256);
    }
    lib.png_read_info(png, reader->info);
    lib.png_set_expand(png);
    lib.png_set_scale_16(png);
    reader->passes = separate_passes ? 1 : lib.png_set_interlace_handling(png);
    lib.png_read_update_info(png, reader->info);
    reader->channels = lib.png_get_channels(png, reader->info);
    reader->row_bytes = lib.png_get_rowbytes(png, reader->info);
    if (reader->row_bytes != (size_t)lib.png_get_image_width(png, reader->info) * (size_t)reader->channels)
        lib.png_error(png, "unexpected row length");
    return true;
}

int CPNG_get_channels(const CPNG_Reader *reader) { return reader->channels; }

int CPNG_get_passes(const CPNG_Reader *reader) { return reader->passes; }

bool CPNG_read_row(CPNG_Reader *reader, uint8_t *row) {
    if (reader->failed) return false;
    if (setjmp(*lib.png_set_longjmp_fn(reader->png, longjmp, sizeof(jmp_buf)))) {
        reader->failed = true;
        return false;
    }
    lib.png_read_row(reader->png, row, NULL);
    return true;
}

const char *CPNG_get_problem(const CPNG_Reader *reader) { return reader->problem; }

int CPNG_get_version(void) { return CPNG_load_library() ? (int)lib.png_access_version_number() : 0; }
