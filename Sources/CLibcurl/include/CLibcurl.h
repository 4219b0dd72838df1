// The few functions of libcurl that requests take, found with dlopen and dlsym: building needs no curl
// header, and starting loads no curl.
//
// Swift can't call functions with variable arguments, so each kind of argument has a function of its
// own here. Nothing here decides anything; that is Networking's.
//
// Handles are libcurl's own, and so are the rules for them: one thread at a time, save for
// `reprise_libcurl_wake`. Results that are a plain int are curl's codes, 0 for success.
#ifndef REPRISE_LIBCURL_H
#define REPRISE_LIBCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The outcome of opening a library.
enum reprise_libcurl_result {
  REPRISE_LIBCURL_OK = 0,
  /// There is no library of this name.
  REPRISE_LIBCURL_MISSING,
  /// A library, but not one that has all the functions, or that works.
  REPRISE_LIBCURL_INCOMPLETE,
};

/// An opened library. It stays open until the process ends, and is never freed.
struct reprise_libcurl;

/// Opens the library `name`, such as "libcurl.so.4". Any thread may.
enum reprise_libcurl_result reprise_libcurl_load(const char *name,
                                                 const struct reprise_libcurl **library);

// The memory that an opened library works in: what is given back is wiped.

/// `free`, and before it zeros.
void reprise_libcurl_memory_free(void *memory);

/// `realloc`, which leaves nothing of the old bytes where they were.
void *reprise_libcurl_memory_resize(void *memory, size_t length);

/// The library's words for a code.
const char *reprise_libcurl_text(const struct reprise_libcurl *library, int code);

// A transfer.

/// A function that is given bytes, and says how many it took. Fewer than it was given ends the
/// transfer.
typedef size_t (*reprise_libcurl_receiver)(char *bytes, size_t one, size_t count, void *context);

/// NULL when there is no memory.
void *reprise_libcurl_easy_make(const struct reprise_libcurl *library);
void reprise_libcurl_easy_free(const struct reprise_libcurl *library, void *easy);

// Numbers of CURLoption: they belong to the ABI. The part from 10000 on says what kind of value it is.
enum reprise_libcurl_option {
  // With a text, which curl copies; or NULL.
  REPRISE_LIBCURL_URL = 10002,
  REPRISE_LIBCURL_PROXY = 10004,
  REPRISE_LIBCURL_USER_AGENT = 10018,
  REPRISE_LIBCURL_COOKIE_FILE = 10031,
  REPRISE_LIBCURL_CUSTOM_REQUEST = 10036,
  REPRISE_LIBCURL_CA_FILE = 10065,
  REPRISE_LIBCURL_CA_FOLDER = 10097,
  REPRISE_LIBCURL_ACCEPT_ENCODING = 10102,
  REPRISE_LIBCURL_USER_NAME = 10173,
  REPRISE_LIBCURL_PASSWORD = 10174,
  REPRISE_LIBCURL_NO_PROXY = 10177,
  REPRISE_LIBCURL_PINNED_PUBLIC_KEY = 10230,
  REPRISE_LIBCURL_DEFAULT_PROTOCOL = 10238,

  // With an address, which must stay what it is as long as the transfer.
  REPRISE_LIBCURL_ERROR_BUFFER = 10010,
  REPRISE_LIBCURL_POST_FIELDS = 10015,
  REPRISE_LIBCURL_HEADERS = 10023,
  REPRISE_LIBCURL_SHARE = 10100,

  // With a number.
  REPRISE_LIBCURL_SSL_VERSION = 32,
  REPRISE_LIBCURL_VERIFY_PEER = 64,
  REPRISE_LIBCURL_FRESH_CONNECT = 74,
  REPRISE_LIBCURL_FORBID_REUSE = 75,
  REPRISE_LIBCURL_VERIFY_HOST = 81,
  REPRISE_LIBCURL_BUFFER_SIZE = 98,
  REPRISE_LIBCURL_NO_SIGNAL = 99,
  REPRISE_LIBCURL_AUTHENTICATION = 107,
  REPRISE_LIBCURL_CONNECT_ONLY = 141,
  REPRISE_LIBCURL_SESSION_ID_CACHE = 150,
  REPRISE_LIBCURL_CONNECT_TIMEOUT_MS = 156,
  REPRISE_LIBCURL_CERTIFICATE_INFO = 172,
  REPRISE_LIBCURL_PROTOCOLS = 181,
  REPRISE_LIBCURL_SUPPRESS_CONNECT_HEADERS = 265,
  /// Since 7.87.
  REPRISE_LIBCURL_QUICK_EXIT = 322,

  // With a number of 64 bits.
  REPRISE_LIBCURL_MAXIMUM_SIZE = 30117,
  REPRISE_LIBCURL_POST_SIZE = 30120,
};

enum {
  REPRISE_LIBCURL_ERROR_LENGTH = 256,
  REPRISE_LIBCURL_TLS_1_2 = 6,
  REPRISE_LIBCURL_BASIC = 1,
  REPRISE_LIBCURL_HTTP = 1,
  REPRISE_LIBCURL_HTTPS = 2,
};

int reprise_libcurl_set_text(const struct reprise_libcurl *library, void *easy,
                             enum reprise_libcurl_option option, const char *text);
int reprise_libcurl_set_address(const struct reprise_libcurl *library, void *easy,
                                enum reprise_libcurl_option option, void *address);
int reprise_libcurl_set_number(const struct reprise_libcurl *library, void *easy,
                               enum reprise_libcurl_option option, long number);
int reprise_libcurl_set_size(const struct reprise_libcurl *library, void *easy,
                             enum reprise_libcurl_option option, int64_t size);

/// Each line of an answer's head goes to `head`, its body in pieces to `body`.
int reprise_libcurl_set_receivers(const struct reprise_libcurl *library, void *easy,
                                  reprise_libcurl_receiver head, reprise_libcurl_receiver body,
                                  void *context);

// Numbers of CURLINFO.
enum reprise_libcurl_info {
  // A number.
  REPRISE_LIBCURL_VERIFY_RESULT = 0x200000 + 13,
  REPRISE_LIBCURL_PROXY_STATUS = 0x200000 + 22,
  /// The proxy's ways to log in, a bit for each.
  REPRISE_LIBCURL_PROXY_SCHEMES = 0x200000 + 24,
  REPRISE_LIBCURL_SYSTEM_ERROR = 0x200000 + 25,
  // A number of 64 bits.
  REPRISE_LIBCURL_RECEIVED_SIZE = 0x600000 + 8,
  REPRISE_LIBCURL_CONNECTED_AFTER = 0x600000 + 53,
};

/// 0 for what isn't known.
int64_t reprise_libcurl_info(const struct reprise_libcurl *library, void *easy,
                             enum reprise_libcurl_info info);

/// The server's own certificate as PEM, valid as long as the transfer; NULL if there is none. It needs
/// REPRISE_LIBCURL_CERTIFICATE_INFO.
const char *reprise_libcurl_certificate(const struct reprise_libcurl *library, void *easy);

// Lists of texts.

/// The list with a copy of `text` at its end. NULL when there is no memory; then the list is as it was.
void *reprise_libcurl_list_append(const struct reprise_libcurl *library, void *list,
                                  const char *text);
void reprise_libcurl_list_free(const struct reprise_libcurl *library, void *list);

// Cookies in memory, for the transfers that are given them.

/// NULL when there is no memory.
void *reprise_libcurl_cookies_make(const struct reprise_libcurl *library);
/// Not before the last transfer with them.
void reprise_libcurl_cookies_free(const struct reprise_libcurl *library, void *cookies);

// Transfers that run at once, and their connections.

/// NULL when there is no memory.
void *reprise_libcurl_multi_make(const struct reprise_libcurl *library);
/// Not before the last transfer was removed.
void reprise_libcurl_multi_free(const struct reprise_libcurl *library, void *multi);
int reprise_libcurl_multi_add(const struct reprise_libcurl *library, void *multi, void *easy);
int reprise_libcurl_multi_remove(const struct reprise_libcurl *library, void *multi, void *easy);

/// Does what can be done without waiting.
int reprise_libcurl_multi_perform(const struct reprise_libcurl *library, void *multi);

/// Waits until there is something to do.
int reprise_libcurl_multi_wait(const struct reprise_libcurl *library, void *multi,
                               int milliseconds);

/// Ends the wait, or the next one. Any thread may.
int reprise_libcurl_multi_wake(const struct reprise_libcurl *library, void *multi);

/// Takes a transfer that has ended, and its code; NULL if there is none.
void *reprise_libcurl_multi_next(const struct reprise_libcurl *library, void *multi, int *code);

// A certificate.

/// The part of a certificate that is for a person. Longer texts are cut off, and none is safe for a terminal.
struct reprise_certificate {
  char subject[512];
  char issuer[512];
  char valid_from[64];
  char valid_until[64];
  /// The alternative names as OpenSSL prints them, "DNS:host, IP Address:10.0.0.1"; empty for none.
  char names[2048];
  /// SHA-256 of the whole certificate, and of its public key (SubjectPublicKeyInfo), as DER.
  uint8_t fingerprint[32];
  uint8_t public_key[32];
};

/// Reads a certificate from PEM with the OpenSSL that libcurl itself uses, or else with libcrypto.so.3.
/// False when there is neither, or this is no certificate.
bool reprise_certificate_read(const struct reprise_libcurl *library, const char *pem,
                              struct reprise_certificate *certificate);

/// The reason why OpenSSL doesn't trust a certificate, in its words; NULL when there is no OpenSSL.
const char *reprise_certificate_problem(const struct reprise_libcurl *library, long code);

#endif
