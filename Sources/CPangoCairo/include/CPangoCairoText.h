#ifndef CPangoCairoText_H
#define CPangoCairoText_H

#include <stdbool.h>
#include <stddef.h>

/// The fonts of this machine. It, and the texts made with it, may be used by one thread at a time.
/// Needed because Pango's objects are counted, and Swift would not know when to let go.
typedef struct CPangoCairo_Fonts CPangoCairo_Fonts;

/// Looks for the fonts; NULL where there is no memory. `language` decides between glyphs of one character, as "ko"; or NULL.
CPangoCairo_Fonts *CPangoCairo_create_fonts(const char *language);

/// Frees the fonts; their texts have been destroyed.
void CPangoCairo_destroy_fonts(CPangoCairo_Fonts *fonts);

/// The family that stands in for a name, into `family`, which has room for `size` bytes; false where there is no font.
/// Needed because fontconfig answers every name with some family.
bool CPangoCairo_find_family(CPangoCairo_Fonts *fonts, const char *name, char *family, size_t size);

/// How a run of text looks. Lengths are points.
typedef struct CPangoCairo_Look {
    /// A family's name, or fontconfig's alias for one.
    const char *family;
    /// The em.
    double size;
    /// 100 to 900.
    int weight;
    bool is_italic, has_tabular_digits, is_struck_through, is_underlined;
    /// Added between characters.
    double kerning;
    /// By how much the characters are raised.
    double rise;
    /// From one line to the next, four fifths of it above the baseline; 0 for what the fonts say.
    double line_height;
} CPangoCairo_Look;

/// Where text that does not fit is cut.
typedef enum CPangoCairo_Truncation {
    CPangoCairo_truncate_head,
    CPangoCairo_truncate_middle,
    CPangoCairo_truncate_tail
} CPangoCairo_Truncation;

/// Where short lines stand.
typedef enum CPangoCairo_Alignment {
    CPangoCairo_align_leading,
    CPangoCairo_align_center,
    CPangoCairo_align_trailing
} CPangoCairo_Alignment;

/// What is asked of a text's layout.
typedef struct CPangoCairo_Room {
    /// The width in which lines are broken, in points; below 0 for one line a paragraph.
    double width;
    /// How many lines there may be; 0 for as many as it takes.
    int lines;
    CPangoCairo_Truncation truncation;
    CPangoCairo_Alignment alignment;
    /// Added between lines, in points.
    double line_spacing;
} CPangoCairo_Room;

/// How a text came out, in points.
typedef struct CPangoCairo_Extents {
    double width, height, first_baseline, last_baseline;
    int lines;
    /// Characters for which no font has a glyph; a box stands in their place.
    int unknown_glyphs;
    /// Whether text was cut.
    bool is_truncated;
} CPangoCairo_Extents;

/// A text, shaped.
typedef struct CPangoCairo_Text CPangoCairo_Text;

/// Makes a text of UTF-8 without NUL, and of runs that end at `ends`, in bytes, the last one at `length`; NULL where there
/// is no memory. Line separators (U+2028) break lines. Nothing of what is passed in is kept.
CPangoCairo_Text *CPangoCairo_create_text(
    CPangoCairo_Fonts *fonts, const char *characters, int length, const CPangoCairo_Look *looks, const int *ends,
    size_t count);

/// Frees a text.
void CPangoCairo_destroy_text(CPangoCairo_Text *text);

/// Breaks a text into lines.
CPangoCairo_Extents CPangoCairo_lay_out_text(CPangoCairo_Text *text, CPangoCairo_Room room);

#endif
