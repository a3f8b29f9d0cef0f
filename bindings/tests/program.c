/* What the tests ask of the C library: `program answers CATALOGUE QUESTIONS NOW_MS`,
 * `program refusals CATALOGUE EXACT`, `program calls CATALOGUE COUNT`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "licence.h"

#define REQUIRE(condition)                                                    \
    do {                                                                      \
        if (!(condition)) {                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);   \
            exit(1);                                                          \
        }                                                                     \
    } while (0)

static const int64_t NOW_MS = 1793512800000;

static LicenceCatalogue *opened(const char *path) {
    LicenceCatalogue *catalogue;
    LicenceText error;
    REQUIRE(licence_open_file(path, &catalogue, &error) == LICENCE_STATUS_OK);
    REQUIRE(error.data == NULL && error.length == 0);
    return catalogue;
}

/* A line is a subject, a tab and a text. The answers of domains are followed by those of a batch. */
static void answers(const LicenceCatalogue *catalogue, const char *path, int64_t now_ms) {
    static char lines[1000][1024];
    static LicenceInput domains[1000];
    size_t line_count = 0, domain_count = 0;
    FILE *file = fopen(path, "r");
    REQUIRE(file != NULL);
    while (fgets(lines[line_count], sizeof lines[0], file) != NULL) {
        char *line = lines[line_count++];
        char *text = strchr(line, '\t') + 1;
        size_t length = strcspn(text, "\n");
        uint8_t subject = *line == 'd' ? LICENCE_SUBJECT_DOMAIN : LICENCE_SUBJECT_LICENCE_NUMBER;
        LicenceText answer;
        REQUIRE(licence_check_json(catalogue, subject, text, length, now_ms, &answer) ==
                LICENCE_STATUS_OK);
        REQUIRE(strlen(answer.data) == answer.length);
        printf("%d %s\n", licence_verdict(catalogue, subject, text, length), answer.data);
        licence_text_free(&answer);
        if (subject == LICENCE_SUBJECT_DOMAIN) {
            domains[domain_count++] = (LicenceInput){text, length};
        }
    }
    fclose(file);
    LicenceText answer;
    REQUIRE(licence_batch(catalogue, domains, domain_count, now_ms, &answer) == LICENCE_STATUS_OK);
    printf("%s\n", answer.data);
    licence_text_free(&answer);
}

static void is_refused(LicenceStatus status, LicenceStatus expected, LicenceText *text,
                       const char *words) {
    if (status != expected || strstr(text->data, words) == NULL) {
        fprintf(stderr, "status %d, not %d: %s (expected: %s)\n", status, expected, text->data,
                words);
        exit(1);
    }
    REQUIRE(strlen(text->data) == text->length);
    licence_text_free(text);
    REQUIRE(text->data == NULL && text->length == 0);
    licence_text_free(text);
}

static void questions_are_refused(const LicenceCatalogue *catalogue) {
    static char huge[70000];
    memset(huge, 'a', sizeof huge);
    const struct {
        const LicenceCatalogue *catalogue;
        uint8_t subject;
        const char *data;
        size_t length;
        int64_t now_ms;
        LicenceStatus expected;
        const char *words;
    } cases[] = {
        {NULL, 0, "a.example", 9, NOW_MS, LICENCE_STATUS_INVALID_ARGUMENT, "catalogue is null"},
        {catalogue, 0, NULL, 0, NOW_MS, LICENCE_STATUS_INVALID_ARGUMENT, "the text is null"},
        {catalogue, 2, "a.example", 9, NOW_MS, LICENCE_STATUS_INVALID_ARGUMENT, "subject 2"},
        {catalogue, 0, huge, sizeof huge, NOW_MS, LICENCE_STATUS_INVALID_ARGUMENT, "70000 bytes"},
        {catalogue, 0, "a", SIZE_MAX, NOW_MS, LICENCE_STATUS_INVALID_ARGUMENT, "more than 65536"},
        {catalogue, 0, "a.example", 9, INT64_MAX, LICENCE_STATUS_INVALID_ARGUMENT, "years 0 to"},
        {catalogue, 0, "a.example", 9, INT64_MIN, LICENCE_STATUS_INVALID_ARGUMENT, "years 0 to"},
        {catalogue, 0, "a\xff.example", 10, NOW_MS, LICENCE_STATUS_NOT_UTF8, "from byte 1 on"},
        {catalogue, 0, "", 0, NOW_MS, LICENCE_STATUS_INVALID_QUESTION, "not a bare hostname"},
        {catalogue, 0, "a\0.example", 10, NOW_MS, LICENCE_STATUS_INVALID_QUESTION, "hostname"},
        {catalogue, 0, huge, 300, NOW_MS, LICENCE_STATUS_INVALID_QUESTION, "253 characters"},
        {catalogue, 1, "---", 3, NOW_MS, LICENCE_STATUS_INVALID_QUESTION, "letter or digit"},
    };
    for (size_t at = 0; at < sizeof cases / sizeof cases[0]; at++) {
        LicenceText text;
        LicenceStatus status =
            licence_check_json(cases[at].catalogue, cases[at].subject, cases[at].data,
                               cases[at].length, cases[at].now_ms, &text);
        is_refused(status, cases[at].expected, &text, cases[at].words);
        if (cases[at].now_ms == NOW_MS) {
            REQUIRE(licence_verdict(cases[at].catalogue, cases[at].subject, cases[at].data,
                                    cases[at].length) == LICENCE_VERDICT_NONE);
        }
    }
    REQUIRE(licence_check_json(catalogue, 0, "a.example", 9, NOW_MS, NULL) ==
            LICENCE_STATUS_INVALID_ARGUMENT);
}

static void batches_are_refused(const LicenceCatalogue *catalogue) {
    const LicenceInput domains[] = {{"a.example", 9}, {"\xc3", 1}, {NULL, 3}};
    LicenceText text;
    is_refused(licence_batch(catalogue, NULL, 1, NOW_MS, &text), LICENCE_STATUS_INVALID_ARGUMENT,
               &text, "domains is null");
    is_refused(licence_batch(catalogue, domains, SIZE_MAX / 8, NOW_MS, &text),
               LICENCE_STATUS_INVALID_ARGUMENT, &text, "domains: the length");
    is_refused(licence_batch(catalogue, domains, 2, NOW_MS, &text), LICENCE_STATUS_NOT_UTF8, &text,
               "domain 1: the text is not UTF-8");
    is_refused(licence_batch(catalogue, domains + 2, 1, NOW_MS, &text),
               LICENCE_STATUS_INVALID_ARGUMENT, &text, "domain 0: the text is null");
    REQUIRE(licence_batch(catalogue, domains, 0, NOW_MS, &text) == LICENCE_STATUS_OK);
    REQUIRE(strncmp(text.data, "{\"count\":0,", 11) == 0);
    licence_text_free(&text);
}

static void files_are_refused(const char *exact) {
    const uint8_t *bytes = (const uint8_t *)"PK";
    LicenceCatalogue *catalogue = (LicenceCatalogue *)&bytes;
    LicenceText text;
    is_refused(licence_open(bytes, 2, &catalogue, &text), LICENCE_STATUS_NOT_A_CATALOGUE, &text,
               "this is no catalogue");
    REQUIRE(catalogue == NULL);
    is_refused(licence_open(bytes, 0, &catalogue, &text), LICENCE_STATUS_NOT_A_CATALOGUE, &text,
               "this is no catalogue");
    is_refused(licence_open(NULL, 2, &catalogue, &text), LICENCE_STATUS_INVALID_ARGUMENT, &text,
               "bytes is null");
    is_refused(licence_open(bytes, SIZE_MAX, &catalogue, &text), LICENCE_STATUS_INVALID_ARGUMENT,
               &text, "bytes: the length");
    is_refused(licence_open(bytes, 2, NULL, &text), LICENCE_STATUS_INVALID_ARGUMENT, &text,
               "catalogue is null");
    is_refused(licence_open_file(NULL, &catalogue, &text), LICENCE_STATUS_INVALID_ARGUMENT, &text,
               "path is null");
    is_refused(licence_open_file("\xff", &catalogue, &text), LICENCE_STATUS_NOT_UTF8, &text,
               "path is not UTF-8");
    is_refused(licence_open_file("/nowhere/at.all", &catalogue, &text),
               LICENCE_STATUS_UNREADABLE_FILE, &text, "/nowhere/at.all");
    is_refused(licence_open_file(exact, &catalogue, &text), LICENCE_STATUS_NOT_A_CATALOGUE, &text,
               "the catalogue has the profile exact");
    REQUIRE(licence_open(bytes, 2, &catalogue, NULL) == LICENCE_STATUS_NOT_A_CATALOGUE);
    licence_free(NULL);
    licence_text_free(NULL);
}

static long resident_pages(void) {
    long size, resident;
    FILE *file = fopen("/proc/self/statm", "r");
    REQUIRE(file != NULL && fscanf(file, "%ld %ld", &size, &resident) == 2);
    fclose(file);
    return resident;
}

/* Every function again and again. Prints by how many bytes the resident memory grew. */
static void calls(const char *path, long count) {
    long pages = 0;
    for (long round = 0; round < 2; round++) {
        LicenceCatalogue *catalogue = opened(path);
        for (long call = 0; call < (round == 0 ? count / 10 : count); call++) {
            const char *domain = call % 2 == 0 ? "bet365.com" : "betvicotr.com";
            LicenceText text;
            REQUIRE(licence_verdict(catalogue, 0, domain, strlen(domain)) != LICENCE_VERDICT_NONE);
            REQUIRE(licence_check_json(catalogue, 0, domain, strlen(domain), NOW_MS, &text) ==
                    LICENCE_STATUS_OK);
            licence_text_free(&text);
            if (call % 100 == 0) {
                LicenceInput domains[] = {{domain, strlen(domain)}, {"no host", 7}};
                REQUIRE(licence_batch(catalogue, domains, 2, NOW_MS, &text) == LICENCE_STATUS_OK);
                licence_text_free(&text);
                REQUIRE(licence_check_json(catalogue, 0, "?", 1, NOW_MS, &text) !=
                        LICENCE_STATUS_OK);
                licence_text_free(&text);
                licence_free(opened(path));
            }
        }
        licence_free(catalogue);
        if (round == 0) {
            pages = resident_pages();
        }
    }
    printf("%ld\n", (resident_pages() - pages) * sysconf(_SC_PAGESIZE));
}

int main(int count, char **arguments) {
    REQUIRE(count >= 4);
    const char *command = arguments[1], *path = arguments[2];
    if (strcmp(command, "calls") == 0) {
        calls(path, atol(arguments[3]));
        return 0;
    }
    LicenceCatalogue *catalogue = opened(path);
    if (strcmp(command, "answers") == 0) {
        answers(catalogue, arguments[3], strtoll(arguments[4], NULL, 10));
    } else {
        questions_are_refused(catalogue);
        batches_are_refused(catalogue);
        files_are_refused(arguments[3]);
    }
    licence_free(catalogue);
    return 0;
}
