#include "CJPEGDecode.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

struct CJPEG_decoder {
    struct jpeg_decompress_struct codec;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    struct jpeg_source_mgr source;
    jmp_buf escape;
    const uint8_t *bytes;
    const CJPEG_range *ranges;
    size_t range_count;
    size_t next_range;
    int is_strict;
    int max_scans;
    uint64_t blocks_left;
    int is_too_complex;
    int is_finishing;
    char message[JMSG_LENGTH_MAX];
};

static CJPEG_decoder *decoder_of(j_common_ptr codec) { return (CJPEG_decoder *)codec->client_data; }

static _Noreturn void leave(j_common_ptr codec) {
    CJPEG_decoder *decoder = decoder_of(codec);
    if (decoder->message[0] == 0) codec->err->format_message(codec, decoder->message);
    longjmp(decoder->escape, 1);
}

static void fail(j_common_ptr codec) {
    // A warning that came before the error says less than the error.
    decoder_of(codec)->message[0] = 0;
    leave(codec);
}

static void note(j_common_ptr codec, int level) {
    if (level >= 0) return;
    CJPEG_decoder *decoder = decoder_of(codec);
    // Stray bytes between the last row and the end marker harm nothing.
    if (decoder->is_finishing && codec->err->msg_code == JWRN_EXTRANEOUS_DATA) return;
    if (codec->err->num_warnings++ == 0) codec->err->format_message(codec, decoder->message);
    if (decoder->is_strict) leave(codec);
}

static void print_nothing(j_common_ptr codec) { (void)codec; }

static void watch(j_common_ptr codec) {
    CJPEG_decoder *decoder = decoder_of(codec);
    uint64_t blocks = 0;
    for (int index = 0; index < decoder->codec.comps_in_scan; index++) {
        const jpeg_component_info *component = decoder->codec.cur_comp_info[index];
        blocks += (uint64_t)component->width_in_blocks * (uint64_t)component->v_samp_factor;
    }
    if (decoder->codec.input_scan_number > decoder->max_scans) {
        snprintf(decoder->message, sizeof decoder->message, "more than %d scans", decoder->max_scans);
    } else if (blocks > decoder->blocks_left) {
        snprintf(decoder->message, sizeof decoder->message, "too many scans for a picture of this size");
    } else {
        decoder->blocks_left -= blocks;
        return;
    }
    decoder->is_too_complex = 1;
    longjmp(decoder->escape, 1);
}

static void begin_source(j_decompress_ptr codec) { (void)codec; }

static boolean fill_source(j_decompress_ptr codec) {
    static const JOCTET end[] = {0xFF, JPEG_EOI};
    CJPEG_decoder *decoder = decoder_of((j_common_ptr)codec);
    while (decoder->next_range < decoder->range_count) {
        CJPEG_range range = decoder->ranges[decoder->next_range++];
        if (range.length == 0) continue;
        decoder->source.next_input_byte = decoder->bytes + range.offset;
        decoder->source.bytes_in_buffer = range.length;
        return TRUE;
    }
    // The file ends early: libjpeg is told so, and paints over what is missing.
    WARNMS(codec, JWRN_JPEG_EOF);
    decoder->source.next_input_byte = end;
    decoder->source.bytes_in_buffer = sizeof end;
    return TRUE;
}

static void skip_source(j_decompress_ptr codec, long count) {
    CJPEG_decoder *decoder = decoder_of((j_common_ptr)codec);
    while (count > (long)decoder->source.bytes_in_buffer) {
        count -= (long)decoder->source.bytes_in_buffer;
        int is_over = decoder->next_range >= decoder->range_count;
        (void)fill_source(codec);
        if (is_over) return;
    }
    if (count > 0) {
        decoder->source.next_input_byte += count;
        decoder->source.bytes_in_buffer -= (size_t)count;
    }
}

static void end_source(j_decompress_ptr codec) { (void)codec; }

static CJPEG_status failure(const CJPEG_decoder *decoder) {
    if (decoder->is_too_complex) return CJPEG_too_complex;
    switch (decoder->errors.msg_code) {
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
        return CJPEG_unsupported;
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
    case JERR_IMAGE_TOO_BIG:
        return CJPEG_too_complex;
    default:
        return CJPEG_corrupt;
    }
}

CJPEG_decoder *CJPEG_decoder_create(
    const uint8_t *bytes, const CJPEG_range *ranges, size_t range_count, int is_strict, size_t max_memory, int max_scans,
    uint64_t max_blocks) {
    CJPEG_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->bytes = bytes;
    decoder->ranges = ranges;
    decoder->range_count = range_count;
    decoder->is_strict = is_strict;
    decoder->max_scans = max_scans;
    decoder->blocks_left = max_blocks;
    decoder->codec.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = fail;
    decoder->errors.emit_message = note;
    decoder->errors.output_message = print_nothing;
    decoder->codec.client_data = decoder;
    if (setjmp(decoder->escape)) {
        CJPEG_decoder_destroy(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->codec);
    decoder->codec.mem->max_memory_to_use = (long)max_memory;
    decoder->progress.progress_monitor = watch;
    decoder->codec.progress = &decoder->progress;
    decoder->source.init_source = begin_source;
    decoder->source.fill_input_buffer = fill_source;
    decoder->source.skip_input_data = skip_source;
    decoder->source.resync_to_restart = jpeg_resync_to_restart;
    decoder->source.term_source = end_source;
    decoder->codec.src = &decoder->source;
    return decoder;
}

void CJPEG_decoder_destroy(CJPEG_decoder *decoder) {
    if (decoder == NULL) return;
    jpeg_destroy_decompress(&decoder->codec);
    free(decoder);
}

static CJPEG_color color_of(J_COLOR_SPACE space) {
    switch (space) {
    case JCS_GRAYSCALE: return CJPEG_gray;
    case JCS_YCbCr: return CJPEG_ycc;
    case JCS_RGB: return CJPEG_rgb;
    case JCS_CMYK: return CJPEG_cmyk;
    case JCS_YCCK: return CJPEG_ycck;
    default: return CJPEG_unknown;
    }
}

static uint64_t round_up(JDIMENSION number, int unit) {
    return ((uint64_t)number + (uint64_t)unit - 1) / (uint64_t)unit * (uint64_t)unit;
}

CJPEG_status CJPEG_decoder_read_header(CJPEG_decoder *decoder, CJPEG_header *header) {
    if (setjmp(decoder->escape)) return failure(decoder);
    struct jpeg_decompress_struct *codec = &decoder->codec;
    (void)jpeg_read_header(codec, TRUE);
    header->width = codec->image_width;
    header->height = codec->image_height;
    header->components = codec->num_components;
    header->color = color_of(codec->jpeg_color_space);
    header->is_multiscan = jpeg_has_multiple_scans(codec);
    header->coefficient_bytes = 0;
    for (int index = 0; index < codec->num_components; index++) {
        const jpeg_component_info *component = &codec->comp_info[index];
        header->coefficient_bytes += round_up(component->width_in_blocks, component->h_samp_factor) *
                                     round_up(component->height_in_blocks, component->v_samp_factor) * sizeof(JBLOCK);
    }
    return CJPEG_ok;
}

CJPEG_status CJPEG_decoder_start_rows(CJPEG_decoder *decoder) {
    if (setjmp(decoder->escape)) return failure(decoder);
    decoder->codec.out_color_space = JCS_EXT_RGBA;
    (void)jpeg_start_decompress(&decoder->codec);
    return CJPEG_ok;
}

CJPEG_status CJPEG_decoder_read_row(CJPEG_decoder *decoder, uint8_t *row) {
    if (setjmp(decoder->escape)) return failure(decoder);
    JSAMPROW rows[] = {row};
    (void)jpeg_read_scanlines(&decoder->codec, rows, 1);
    return CJPEG_ok;
}

CJPEG_status CJPEG_decoder_start_planes(CJPEG_decoder *decoder, int eighths, int is_smoothed, CJPEG_plane *planes) {
    if (setjmp(decoder->escape)) return failure(decoder);
    struct jpeg_decompress_struct *codec = &decoder->codec;
    codec->do_block_smoothing = is_smoothed ? TRUE : FALSE;
    codec->raw_data_out = TRUE;
    codec->out_color_space = codec->jpeg_color_space;
    codec->scale_num = (unsigned)eighths;
    codec->scale_denom = 8;
    (void)jpeg_start_decompress(codec);
    for (int index = 0; index < codec->num_components; index++) {
        const jpeg_component_info *component = &codec->comp_info[index];
        unsigned size = (unsigned)component->DCT_scaled_size;
        planes[index].width = component->downsampled_width;
        planes[index].height = component->downsampled_height;
        planes[index].stride = component->width_in_blocks * size;
        planes[index].rows = (unsigned)component->v_samp_factor * size;
        planes[index].horizontal = (unsigned)component->h_samp_factor * size;
        planes[index].vertical = (unsigned)component->v_samp_factor * size;
        planes[index].denominator_horizontal = (unsigned)codec->max_h_samp_factor * DCTSIZE;
        planes[index].denominator_vertical = (unsigned)codec->max_v_samp_factor * DCTSIZE;
    }
    return CJPEG_ok;
}

CJPEG_status CJPEG_decoder_read_planes(CJPEG_decoder *decoder, uint8_t *samples) {
    if (setjmp(decoder->escape)) return failure(decoder);
    struct jpeg_decompress_struct *codec = &decoder->codec;
    JSAMPROW rows[MAX_COMPONENTS][MAX_SAMP_FACTOR * DCTSIZE];
    JSAMPARRAY arrays[MAX_COMPONENTS];
    for (int index = 0; index < codec->num_components; index++) {
        const jpeg_component_info *component = &codec->comp_info[index];
        size_t stride = (size_t)component->width_in_blocks * (size_t)component->DCT_scaled_size;
        int count = component->v_samp_factor * component->DCT_scaled_size;
        for (int row = 0; row < count; row++) rows[index][row] = samples + (size_t)row * stride;
        samples += (size_t)count * stride;
        arrays[index] = rows[index];
    }
    (void)jpeg_read_raw_data(codec, arrays, (JDIMENSION)(codec->max_v_samp_factor * codec->min_DCT_scaled_size));
    return CJPEG_ok;
}

CJPEG_status CJPEG_decoder_finish(CJPEG_decoder *decoder) {
    if (setjmp(decoder->escape)) return failure(decoder);
    decoder->is_finishing = 1;
    (void)jpeg_finish_decompress(&decoder->codec);
    return CJPEG_ok;
}

const char *CJPEG_decoder_message(const CJPEG_decoder *decoder) { return decoder->message; }

size_t CJPEG_find_marker(const uint8_t *bytes, size_t count, size_t offset) {
    while (offset + 1 < count) {
        const uint8_t *found = memchr(bytes + offset, 0xFF, count - 1 - offset);
        if (found == NULL) break;
        uint8_t code = found[1];
        offset = (size_t)(found - bytes);
        if (code != 0 && code != 0xFF && (code < 0xD0 || code > 0xD7)) return offset;
        offset += code == 0xFF ? 1 : 2;
    }
    return count;
}
