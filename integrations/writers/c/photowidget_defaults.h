/* The shared store of photowidget for programs in C, and for every language that can call C.
 *
 * Each call opens the store, does one transaction, and closes it; calls may come from any thread and any process at once.
 * A store that is not there yet is made in state_dir/store, its files readable by their owner alone (0600), its directory 0700.
 *
 * state_dir     the state directory: $PHOTOWIDGET_STATE_DIR, else $XDG_STATE_HOME/photowidget, else ~/.local/state/photowidget
 * group         an app group, as group.com.example.app
 * key           1 to 512 bytes of UTF-8
 * reload_kind   the kind of widget whose new timeline is asked for in the same transaction, "*" for all, NULL for none
 * error         NULL, or at least PHOTOWIDGET_ERROR_SIZE bytes, where the reason of a failure is put
 */
#ifndef PHOTOWIDGET_DEFAULTS_H
#define PHOTOWIDGET_DEFAULTS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PHOTOWIDGET_ERROR_SIZE 256

/* What the calls return: 0 when it is done and on the disk, else why not. */
enum {
    PHOTOWIDGET_OK = 0,
    PHOTOWIDGET_MISSING = 1,    /* the key has no value */
    PHOTOWIDGET_WRONG_TYPE = 2, /* the key has a value of another type */
    PHOTOWIDGET_INVALID = 3,    /* a group, key, kind or value that is not allowed */
    PHOTOWIDGET_FAILED = 4      /* the disk refused, or the file is not a store */
};

/* Writes text: UTF-8, at most 4 MiB. */
int photowidget_defaults_write_string(
    const char *state_dir, const char *group, const char *key, const char *value, const char *reload_kind, char *error);
/* Writes a whole number. */
int photowidget_defaults_write_int(
    const char *state_dir, const char *group, const char *key, int64_t value, const char *reload_kind, char *error);
/* Writes a finite number. */
int photowidget_defaults_write_double(
    const char *state_dir, const char *group, const char *key, double value, const char *reload_kind, char *error);
/* Writes yes (anything but 0) or no (0). */
int photowidget_defaults_write_bool(
    const char *state_dir, const char *group, const char *key, int value, const char *reload_kind, char *error);
/* Writes a JSON text, which must be one. */
int photowidget_defaults_write_json(
    const char *state_dir, const char *group, const char *key, const char *value, const char *reload_kind, char *error);

/* Reads text or a JSON text into a buffer, with a zero byte behind it; *length is what the text takes without that,
 * also where the capacity is too small: then it is cut, and the call returns PHOTOWIDGET_INVALID. */
int photowidget_defaults_read_string(
    const char *state_dir, const char *group, const char *key, char *buffer, size_t capacity, size_t *length, char *error);

#ifdef __cplusplus
}
#endif

#endif
