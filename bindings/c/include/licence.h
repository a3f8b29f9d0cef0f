/* Checks against a catalogue file. docs/embedding.md has an example.
 *
 * Written by `UPDATE_HEADER=1 cargo test --test header`: do not edit it. */

#ifndef LICENCE_H
#define LICENCE_H

#include <stddef.h>
#include <stdint.h>

// The answer in one byte. Only LICENCE_VERDICT_LICENSED says that a licence is in force without reservation.
enum LicenceVerdict
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // No answer: an argument or the question is refused. licence_check_json() says why.
    LICENCE_VERDICT_NONE = 0,
    // On record under an active licence.
    LICENCE_VERDICT_LICENSED = 1,
    // On record under an active licence that the regulator calls provisional.
    LICENCE_VERDICT_LICENSED_PROVISIONAL = 2,
    // On record under a licence in another status.
    LICENCE_VERDICT_LICENCE_NOT_ACTIVE = 3,
    // On record, but no licence covers it: delisted, parked, expired, or in words not recognised.
    LICENCE_VERDICT_DOMAIN_NOT_LISTED = 4,
    // Another host of the same registrable domain is on record.
    LICENCE_VERDICT_RELATED_HOST_LISTED = 5,
    // The root equals an operator's name; the domain is not proven theirs.
    LICENCE_VERDICT_NAME_MATCH_ONLY = 6,
    // Nothing on record.
    LICENCE_VERDICT_NOT_FOUND = 7,
    // The root is a generic gambling term.
    LICENCE_VERDICT_GENERIC_TERM = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum LicenceVerdict LicenceVerdict;
#else
typedef uint8_t LicenceVerdict;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What a function returns. Every value but LICENCE_STATUS_OK comes with a message.
typedef enum {
    // Done.
    LICENCE_STATUS_OK = 0,
    // A pointer is null, a length or an instant is out of range, or a subject is unknown.
    LICENCE_STATUS_INVALID_ARGUMENT = 1,
    // A text is not UTF-8.
    LICENCE_STATUS_NOT_UTF8 = 2,
    // The text is no bare hostname, or no licence number.
    LICENCE_STATUS_INVALID_QUESTION = 3,
    // The file cannot be read.
    LICENCE_STATUS_UNREADABLE_FILE = 4,
    // The bytes are neither a whole catalogue that this library reads nor records.
    LICENCE_STATUS_NOT_A_CATALOGUE = 5,
    // The catalogue was built under other rules: build it again from its records.
    LICENCE_STATUS_OTHER_RULES = 6,
    // A fault of this library. The catalogue stays usable.
    LICENCE_STATUS_INTERNAL_ERROR = 7,
} LicenceStatus;

// What a question is about.
enum LicenceSubject
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // A bare hostname.
    LICENCE_SUBJECT_DOMAIN = 0,
    // A licence number, or an account number of the UK register.
    LICENCE_SUBJECT_LICENCE_NUMBER = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum LicenceSubject LicenceSubject;
#else
typedef uint8_t LicenceSubject;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// An open catalogue. It never changes: any number of threads may ask it at once.
typedef struct LicenceCatalogue LicenceCatalogue;

// A text that belongs to the caller, who ends it with licence_text_free().
typedef struct {
    // UTF-8 with a zero at its end; null without a text.
    char *data;
    // Its bytes without that zero.
    size_t length;
} LicenceText;

// A text of the caller, in UTF-8 and without a zero at its end.
typedef struct {
    // Its first byte.
    const char *data;
    // Its bytes.
    size_t length;
} LicenceInput;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The verdict alone: one byte, nothing to free. LICENCE_VERDICT_NONE if anything is refused.
//
// # Safety
// `catalogue` is open. `data` points to `length` bytes.
LicenceVerdict licence_verdict(const LicenceCatalogue *catalogue,
                               uint8_t subject,
                               const char *data,
                               size_t length);

// Answers a question with the JSON of `GET /v1/check`, in `*answer`; on failure with a message.
// `now_ms` are milliseconds since 1970: they decide ages and staleness.
//
// # Safety
// `catalogue` is open. `data` points to `length` bytes. `answer` may be written.
LicenceStatus licence_check_json(const LicenceCatalogue *catalogue,
                                 uint8_t subject,
                                 const char *data,
                                 size_t length,
                                 int64_t now_ms,
                                 LicenceText *answer);

// Answers domains with the JSON of `POST /v1/check/batch`, in `*answer`; on failure with a message.
// A text that is no hostname gets a row that says so. There is no limit of domains but memory: a
// row has some 700 bytes.
//
// # Safety
// `catalogue` is open. `domains` points to `count` texts, each to its bytes. `answer` may be
// written.
LicenceStatus licence_batch(const LicenceCatalogue *catalogue,
                            const LicenceInput *domains,
                            size_t count,
                            int64_t now_ms,
                            LicenceText *answer);

// Opens the bytes of a catalogue, or builds the catalogue of records. The bytes are copied.
//
// On success `*catalogue` is to be ended with licence_free(). Otherwise it is null, and `*error`
// has the message; `error` may be null.
//
// # Safety
// `bytes` points to `length` bytes. `catalogue` and `error` may be written.
LicenceStatus licence_open(const uint8_t *bytes,
                           size_t length,
                           LicenceCatalogue **catalogue,
                           LicenceText *error);

// Opens a file as licence_open() opens its bytes. The file is read whole and closed: who replaces
// it, by a new file under the same name, disturbs nobody.
//
// # Safety
// `path` is UTF-8 with a zero at its end. `catalogue` and `error` may be written.
LicenceStatus licence_open_file(const char *path, LicenceCatalogue **catalogue, LicenceText *error);

// Ends a catalogue. Null is left alone. Texts that were answered from it stay.
//
// # Safety
// `catalogue` came from licence_open() or licence_open_file(), is ended once, and no thread is
// asking it.
void licence_free(LicenceCatalogue *catalogue);

// Frees a text and sets it to null. A null pointer and a text that is null are left alone.
//
// # Safety
// The text is as a function of this library wrote it, and is not in use.
void licence_text_free(LicenceText *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LICENCE_H */
