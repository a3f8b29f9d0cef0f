/* Check a domain against a catalogue file: no database, no network, no service.
 *
 *     gcc check.c -I include -L . -llicence -o check && ./check licences.catalogue bet.example
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "licence.h"

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: check CATALOGUE DOMAIN\n");
        return 2;
    }
    LicenceCatalogue *catalogue;
    LicenceText text;
    if (licence_open_file(arguments[1], &catalogue, &text) != LICENCE_STATUS_OK) {
        fprintf(stderr, "error: %s\n", text.data);
        licence_text_free(&text);
        return 2;
    }
    const char *domain = arguments[2];
    /* One byte, for the yes or no of a hot path. */
    LicenceVerdict verdict =
        licence_verdict(catalogue, LICENCE_SUBJECT_DOMAIN, domain, strlen(domain));
    /* The whole answer, as evidence. Ages are computed at this instant. */
    int64_t now_ms = (int64_t)time(NULL) * 1000;
    LicenceStatus status = licence_check_json(catalogue, LICENCE_SUBJECT_DOMAIN, domain,
                                                 strlen(domain), now_ms, &text);
    fprintf(status == LICENCE_STATUS_OK ? stdout : stderr, "%s\n", text.data);
    licence_text_free(&text);
    licence_free(catalogue);
    return verdict == LICENCE_VERDICT_LICENSED ? 0 : 1;
}
