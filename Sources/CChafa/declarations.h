// What is used of Chafa, declared here so that building needs no headers of its. With CHECK_DECLARATIONS the real headers
// come first, and the compiler holds each line against them: Scripts/check-declarations.sh.
#ifndef CChafa_declarations_h
#define CChafa_declarations_h

#include <stddef.h>
#include <stdint.h>

typedef struct ChafaCanvas ChafaCanvas;
typedef struct ChafaCanvasConfig ChafaCanvasConfig;
typedef struct ChafaSymbolMap ChafaSymbolMap;
typedef struct ChafaTermDb ChafaTermDb;
typedef struct ChafaTermInfo ChafaTermInfo;

#ifndef CHECK_DECLARATIONS
typedef int gboolean;
typedef struct { char *str; size_t len, allocated_len; } GString;
typedef unsigned ChafaTermSeq, ChafaCanvasMode, ChafaPixelMode, ChafaPixelType;
typedef int ChafaSymbolTags;
enum { CHAFA_TERM_SEQ_BEGIN_SIXELS = 40, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1 = 43 };
enum { CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE = 47 };
enum { CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT = 33, CHAFA_TERM_SEQ_SET_COLOR_FGBG_256 = 36 };
enum { CHAFA_CANVAS_MODE_TRUECOLOR, CHAFA_CANVAS_MODE_INDEXED_256, CHAFA_CANVAS_MODE_INDEXED_16 = 3 };
enum { CHAFA_PIXEL_MODE_SYMBOLS, CHAFA_PIXEL_MODE_SIXELS, CHAFA_PIXEL_MODE_KITTY, CHAFA_PIXEL_MODE_ITERM2 };
enum { CHAFA_PIXEL_RGBA8_UNASSOCIATED = 4 };
enum { CHAFA_SYMBOL_TAG_SPACE = 1 << 0, CHAFA_SYMBOL_TAG_BLOCK = 1 << 3, CHAFA_SYMBOL_TAG_HALF = 3 << 8 };
#endif

// What is read or passed as a number is the same in the headers and here.
#define SAME(what) _Static_assert(what, #what)
SAME(offsetof(GString, str) == 0 && offsetof(GString, len) == 8);
SAME(CHAFA_TERM_SEQ_BEGIN_SIXELS == 40 && CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1 == 43);
SAME(CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE == 47);
SAME(CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT == 33 && CHAFA_TERM_SEQ_SET_COLOR_FGBG_256 == 36);
SAME(CHAFA_CANVAS_MODE_TRUECOLOR == 0 && CHAFA_CANVAS_MODE_INDEXED_256 == 1 && CHAFA_CANVAS_MODE_INDEXED_16 == 3);
SAME(CHAFA_PIXEL_MODE_SYMBOLS == 0 && CHAFA_PIXEL_MODE_SIXELS == 1 && CHAFA_PIXEL_MODE_KITTY == 2);
SAME(CHAFA_PIXEL_MODE_ITERM2 == 3 && CHAFA_PIXEL_RGBA8_UNASSOCIATED == 4);
SAME(CHAFA_SYMBOL_TAG_SPACE == 1 && CHAFA_SYMBOL_TAG_BLOCK == 8 && CHAFA_SYMBOL_TAG_HALF == 768);
#undef SAME

ChafaCanvasConfig *chafa_canvas_config_new(void);
void chafa_canvas_config_set_canvas_mode(ChafaCanvasConfig *, ChafaCanvasMode);
void chafa_canvas_config_set_cell_geometry(ChafaCanvasConfig *, int, int);
void chafa_canvas_config_set_geometry(ChafaCanvasConfig *, int, int);
void chafa_canvas_config_set_pixel_mode(ChafaCanvasConfig *, ChafaPixelMode);
void chafa_canvas_config_set_symbol_map(ChafaCanvasConfig *, const ChafaSymbolMap *);
void chafa_canvas_config_unref(ChafaCanvasConfig *);
void chafa_canvas_draw_all_pixels(ChafaCanvas *, ChafaPixelType, const uint8_t *, int, int, int);
ChafaCanvas *chafa_canvas_new(const ChafaCanvasConfig *);
GString *chafa_canvas_print(ChafaCanvas *, ChafaTermInfo *);
void chafa_canvas_unref(ChafaCanvas *);
void chafa_symbol_map_add_by_tags(ChafaSymbolMap *, ChafaSymbolTags);
ChafaSymbolMap *chafa_symbol_map_new(void);
void chafa_symbol_map_unref(ChafaSymbolMap *);
ChafaTermInfo *chafa_term_db_detect(ChafaTermDb *, char **);
ChafaTermDb *chafa_term_db_get_default(void);
gboolean chafa_term_info_have_seq(const ChafaTermInfo *, ChafaTermSeq);
void chafa_term_info_unref(ChafaTermInfo *);

#endif
