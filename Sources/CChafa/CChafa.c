#include "CChafa.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include "declarations.h"

#define FUNCTIONS(each)                                                                                               \
    each(chafa_canvas_config_new) each(chafa_canvas_config_set_canvas_mode)                                           \
    each(chafa_canvas_config_set_cell_geometry) each(chafa_canvas_config_set_geometry)                                \
    each(chafa_canvas_config_set_pixel_mode) each(chafa_canvas_config_set_symbol_map) each(chafa_canvas_config_unref) \
    each(chafa_canvas_draw_all_pixels) each(chafa_canvas_new) each(chafa_canvas_print) each(chafa_canvas_unref)       \
    each(chafa_symbol_map_add_by_tags) each(chafa_symbol_map_new) each(chafa_symbol_map_unref)                        \
    each(chafa_term_db_detect) each(chafa_term_db_get_default) each(chafa_term_info_have_seq)                         \
    each(chafa_term_info_unref)

static struct {
    bool loaded;
#define DECLARE(name) __typeof__(&name) name;
    FUNCTIONS(DECLARE)
#undef DECLARE
    // GLib's, which Chafa brings: frees a string, and with true its characters too.
    char *(*g_string_free)(GString *, gboolean);
} lib;

static void load(void) {
    void *library = dlopen("libchafa.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    lib.loaded = true;
#define FIND(name) lib.loaded = (lib.name = (__typeof__(lib.name))dlsym(library, #name)) && lib.loaded;
    FUNCTIONS(FIND)
    FIND(g_string_free)
#undef FIND
}

bool CChafa_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lib.loaded;
}

// The string is the whole of an output.
#define STRING(output) ((GString *)(output))

static void choose_modes(ChafaCanvasConfig *config, const ChafaTermInfo *terminal) {
    static const struct { ChafaTermSeq sequence; ChafaPixelMode mode; } pictures[] = {
        {CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1, CHAFA_PIXEL_MODE_KITTY},
        {CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE, CHAFA_PIXEL_MODE_ITERM2},
        {CHAFA_TERM_SEQ_BEGIN_SIXELS, CHAFA_PIXEL_MODE_SIXELS},
    };
    for (size_t index = 0; index < sizeof pictures / sizeof *pictures; index++) {
        if (!lib.chafa_term_info_have_seq(terminal, pictures[index].sequence)) continue;
        lib.chafa_canvas_config_set_pixel_mode(config, pictures[index].mode);
        return;
    }
    ChafaCanvasMode colors = CHAFA_CANVAS_MODE_INDEXED_16;
    if (lib.chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT)) {
        colors = CHAFA_CANVAS_MODE_TRUECOLOR;
    } else if (lib.chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_SET_COLOR_FGBG_256)) {
        colors = CHAFA_CANVAS_MODE_INDEXED_256;
    }
    lib.chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SYMBOLS);
    lib.chafa_canvas_config_set_canvas_mode(config, colors);
    ChafaSymbolMap *symbols = lib.chafa_symbol_map_new();
    lib.chafa_symbol_map_add_by_tags(
        symbols, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_BLOCK | CHAFA_SYMBOL_TAG_HALF);
    lib.chafa_canvas_config_set_symbol_map(config, symbols);
    lib.chafa_symbol_map_unref(symbols);
}

CChafa_Output *CChafa_create_output(
    const uint8_t *pixels, int width, int height, int columns, int rows, int cell_width, int cell_height,
    char **environment) {
    ChafaTermInfo *terminal = lib.chafa_term_db_detect(lib.chafa_term_db_get_default(), environment);
    ChafaCanvasConfig *config = lib.chafa_canvas_config_new();
    choose_modes(config, terminal);
    lib.chafa_canvas_config_set_geometry(config, columns, rows);
    lib.chafa_canvas_config_set_cell_geometry(config, cell_width, cell_height);
    ChafaCanvas *canvas = lib.chafa_canvas_new(config);
    lib.chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels, width, height, width * 4);
    GString *text = lib.chafa_canvas_print(canvas, terminal);
    lib.chafa_canvas_unref(canvas);
    lib.chafa_canvas_config_unref(config);
    lib.chafa_term_info_unref(terminal);
    return (CChafa_Output *)text;
}

void CChafa_destroy_output(CChafa_Output *output) { lib.g_string_free(STRING(output), true); }

size_t CChafa_get_length(const CChafa_Output *output) { return STRING(output)->len; }

void CChafa_copy_output(const CChafa_Output *output, uint8_t *bytes) {
    memcpy(bytes, STRING(output)->str, STRING(output)->len);
}
