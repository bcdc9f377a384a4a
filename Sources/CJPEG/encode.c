#include "CJPEGEncode.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "library.h"

_Static_assert(CJPEG_ENCODE_REASON_SIZE >= JMSG_LENGTH_MAX, "libjpeg writes that many characters");

struct encode_errors {
    struct jpeg_error_mgr base;
    jmp_buf escape;
    char *reason;
};

static void leave(j_common_ptr info) {
    struct encode_errors *errors = (struct encode_errors *)info->err;
    info->err->format_message(info, errors->reason);
    longjmp(errors->escape, 1);
}

static void keep_silent(j_common_ptr info) { (void)info; }
static void start_destination(j_compress_ptr info) { (void)info; }
static void end_destination(j_compress_ptr info) { (void)info; }

// The buffer is all there is: a full one is an error, not a reason to allocate.
static boolean refuse_more(j_compress_ptr info) {
    ERREXIT(info, JERR_FILE_WRITE);
    return FALSE;
}

size_t CJPEG_encode_picture(const uint8_t *pixels, uint32_t width, uint32_t height, int quality, int subsampled,
                            uint8_t *out, size_t capacity, char reason[CJPEG_ENCODE_REASON_SIZE]) {
    struct jpeg_compress_struct info;
    struct encode_errors errors = {.reason = reason};
    struct jpeg_destination_mgr destination = {.next_output_byte = out,
                                               .free_in_buffer = capacity,
                                               .init_destination = start_destination,
                                               .empty_output_buffer = refuse_more,
                                               .term_destination = end_destination};
    memset(&info, 0, sizeof info);
    info.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = leave;
    errors.base.output_message = keep_silent;
    if (setjmp(errors.escape)) {
        jpeg_destroy_compress(&info);
        return 0;
    }
    jpeg_create_compress(&info);
    info.dest = &destination;
    info.image_width = width;
    info.image_height = height;
    info.input_components = 4;
    info.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    info.optimize_coding = TRUE;
    if (!subsampled) {
        for (int index = 0; index < info.num_components; index++) {
            info.comp_info[index].h_samp_factor = 1;
            info.comp_info[index].v_samp_factor = 1;
        }
    }
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < height) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)info.next_scanline * width * 4);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    size_t length = capacity - destination.free_in_buffer;
    jpeg_destroy_compress(&info);
    return length;
}
