#include "CGIF.h"

#include <dlfcn.h>
#include <gif_lib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct CGIF_Reader {
    const uint8_t *head;
    size_t head_length;
    const uint8_t *rest;
    size_t rest_length;
    size_t place;  // in both, one after the other
    GifFileType *gif;
};

// giflib's functions, by their own names and types; all there, or `loaded` is false.
static struct {
    bool loaded;
    __typeof__(&DGifOpen) DGifOpen;
    __typeof__(&DGifCloseFile) DGifCloseFile;
    __typeof__(&DGifGetRecordType) DGifGetRecordType;
    __typeof__(&DGifGetImageDesc) DGifGetImageDesc;
    __typeof__(&DGifGetLine) DGifGetLine;
    __typeof__(&GifErrorString) GifErrorString;
} lib;

static void load(void) {
    void *library = dlopen("libgif.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) (lib.name = (__typeof__(lib.name))dlsym(library, #name))
    lib.loaded = FIND(DGifOpen) && FIND(DGifCloseFile) && FIND(DGifGetRecordType) && FIND(DGifGetImageDesc) &&
                 FIND(DGifGetLine) && FIND(GifErrorString);
#undef FIND
}

bool CGIF_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lib.loaded;
}

int CGIF_get_version(void) {
    return CGIF_load_library() ? GIFLIB_MAJOR * 10000 + GIFLIB_MINOR * 100 + GIFLIB_RELEASE : 0;
}

static int read_bytes(GifFileType *gif, GifByteType *out, int count) {
    CGIF_Reader *reader = gif->UserData;
    size_t wanted = count < 0 ? 0 : (size_t)count, done = 0;
    while (done < wanted) {
        bool in_head = reader->place < reader->head_length;
        size_t offset = in_head ? reader->place : reader->place - reader->head_length;
        size_t left = (in_head ? reader->head_length : reader->rest_length) - offset;
        size_t part = left < wanted - done ? left : wanted - done;
        if (part == 0) break;
        memcpy(out + done, (in_head ? reader->head : reader->rest) + offset, part);
        reader->place += part;
        done += part;
    }
    return (int)done;
}

CGIF_Reader *CGIF_create_reader(const uint8_t *head, size_t head_length, const uint8_t *rest, size_t rest_length) {
    CGIF_Reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->head = head;
    reader->head_length = head_length;
    reader->rest = rest;
    reader->rest_length = rest_length;
    int error = 0;
    reader->gif = lib.DGifOpen(reader, read_bytes, &error);
    if (!reader->gif) {
        free(reader);
        return NULL;
    }
    return reader;
}

void CGIF_destroy_reader(CGIF_Reader *reader) {
    int error = 0;
    lib.DGifCloseFile(reader->gif, &error);
    free(reader);
}

bool CGIF_read_frame(CGIF_Reader *reader, CGIF_Frame *frame) {
    GifFileType *gif = reader->gif;
    memset(frame, 0, sizeof *frame);
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (lib.DGifGetRecordType(gif, &type) == GIF_ERROR || type != IMAGE_DESC_RECORD_TYPE) return false;
    if (lib.DGifGetImageDesc(gif) == GIF_ERROR) return false;
    frame->width = gif->Image.Width;
    frame->height = gif->Image.Height;
    const ColorMapObject *map = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
    frame->color_count = map ? (map->ColorCount < 256 ? map->ColorCount : 256) : 0;
    for (int index = 0; index < frame->color_count; index++) {
        frame->colors[index * 3] = map->Colors[index].Red;
        frame->colors[index * 3 + 1] = map->Colors[index].Green;
        frame->colors[index * 3 + 2] = map->Colors[index].Blue;
    }
    return true;
}

bool CGIF_read_row(CGIF_Reader *reader, uint8_t *row, int width) {
    return lib.DGifGetLine(reader->gif, row, width) != GIF_ERROR;
}

const char *CGIF_get_problem(const CGIF_Reader *reader) {
    const char *text = lib.GifErrorString(reader->gif->Error);
    return text ? text : "no frame";
}
