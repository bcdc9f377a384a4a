#include "CGIF.h"

#include <dlfcn.h>
#include <gif_lib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct CGIF_Reader {
    const uint8_t *file;
    size_t length;
    size_t place;
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
    __typeof__(&DGifGetExtension) DGifGetExtension;
    __typeof__(&DGifGetExtensionNext) DGifGetExtensionNext;
    __typeof__(&DGifGetImageHeader) DGifGetImageHeader;
    __typeof__(&DGifGetCode) DGifGetCode;
    __typeof__(&DGifGetCodeNext) DGifGetCodeNext;
    __typeof__(&GifErrorString) GifErrorString;
} lib;

static void load(void) {
    void *library = dlopen("libgif.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) (lib.name = (__typeof__(lib.name))dlsym(library, #name))
    lib.loaded = FIND(DGifOpen) && FIND(DGifCloseFile) && FIND(DGifGetRecordType) && FIND(DGifGetImageDesc) &&
                 FIND(DGifGetLine) && FIND(DGifGetExtension) && FIND(DGifGetExtensionNext) && FIND(DGifGetImageHeader) &&
                 FIND(DGifGetCode) && FIND(DGifGetCodeNext) && FIND(GifErrorString);
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
    size_t rest = reader->length - reader->place;
    size_t part = rest < (size_t)count ? rest : (size_t)count;
    memcpy(out, reader->file + reader->place, part);
    reader->place += part;
    return (int)part;
}

CGIF_Reader *CGIF_create_reader(const uint8_t *file, size_t length) {
    CGIF_Reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->file = file;
    reader->length = length;
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

// Reads an extension; of a graphic control block (one block: flags, two bytes of delay, index) the transparent index.
static bool read_extension(GifFileType *gif, int *transparent) {
    int code = 0;
    GifByteType *block = NULL;
    if (lib.DGifGetExtension(gif, &code, &block) == GIF_ERROR) return false;
    if (code == GRAPHICS_EXT_FUNC_CODE && block && block[0] >= 4) *transparent = block[1] & 1 ? block[4] : -1;
    while (block)
        if (lib.DGifGetExtensionNext(gif, &block) == GIF_ERROR) return false;
    return true;
}

bool CGIF_read_frame(CGIF_Reader *reader, CGIF_Frame *frame) {
    GifFileType *gif = reader->gif;
    memset(frame, 0, sizeof *frame);
    frame->transparent = -1;
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    while (type != IMAGE_DESC_RECORD_TYPE) {
        if (lib.DGifGetRecordType(gif, &type) == GIF_ERROR || type == TERMINATE_RECORD_TYPE) return false;
        if (type == EXTENSION_RECORD_TYPE && !read_extension(gif, &frame->transparent)) return false;
    }
    if (lib.DGifGetImageDesc(gif) == GIF_ERROR) return false;
    frame->canvas_width = gif->SWidth;
    frame->canvas_height = gif->SHeight;
    frame->left = gif->Image.Left;
    frame->top = gif->Image.Top;
    frame->width = gif->Image.Width;
    frame->height = gif->Image.Height;
    frame->interlaced = gif->Image.Interlace;
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

bool CGIF_skip_rest(CGIF_Reader *reader) {
    GifFileType *gif = reader->gif;
    for (;;) {
        GifRecordType type = UNDEFINED_RECORD_TYPE;
        int ignored = 0;
        GifByteType *block = NULL;
        if (lib.DGifGetRecordType(gif, &type) == GIF_ERROR) return false;
        if (type == TERMINATE_RECORD_TYPE) return true;
        if (type == EXTENSION_RECORD_TYPE && !read_extension(gif, &ignored)) return false;
        if (type != IMAGE_DESC_RECORD_TYPE) continue;
        // The header alone, not DGifGetImageDesc, which keeps a record of every frame.
        if (lib.DGifGetImageHeader(gif) == GIF_ERROR) return false;
        if (lib.DGifGetCode(gif, &ignored, &block) == GIF_ERROR) return false;
        while (block)
            if (lib.DGifGetCodeNext(gif, &block) == GIF_ERROR) return false;
    }
}

const char *CGIF_get_problem(const CGIF_Reader *reader) {
    const char *text = lib.GifErrorString(reader->gif->Error);
    return text ? text : "no frame";
}
