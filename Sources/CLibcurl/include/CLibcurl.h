// The functions of libcurl that requests need, found with dlopen and dlsym, so that building needs
// no curl header, and starting loads no curl.
//
// Swift can't call functions with variable arguments, so there is a function for each type of
// argument. All decisions are made in Networking.
//
// Handles are libcurl's, with its rules: one thread at a time, except for
// `reprise_libcurl_multi_wake`. Plain int results are curl's codes, 0 for success.
#ifndef REPRISE_LIBCURL_H
#define REPRISE_LIBCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of loading a library.
enum reprise_libcurl_result {
  REPRISE_LIBCURL_OK = 0,
  /// There is no library of this name.
  REPRISE_LIBCURL_MISSING,
  /// The library lacks functions, or its initialization failed.
  REPRISE_LIBCURL_INCOMPLETE,
};

/// A loaded library. It stays loaded until the process exits, and is never freed.
struct reprise_libcurl;

/// Loads the library `name`, such as "libcurl.so.4". Can be called from any thread.
enum reprise_libcurl_result reprise_libcurl_load(const char *name,
                                                 const struct reprise_libcurl **library);

// The allocator of a loaded library, which wipes memory when it is freed.

/// Like `free`, but wipes the memory first.
void reprise_libcurl_memory_free(void *memory);

/// Like `realloc`, but wipes the old memory.
void *reprise_libcurl_memory_resize(void *memory, size_t length);

/// The library's message for a code.
const char *reprise_libcurl_text(const struct reprise_libcurl *library, int code);

// A transfer.

/// A callback that receives bytes and returns how many it accepted. Fewer than it received abort
/// the transfer.
typedef size_t (*reprise_libcurl_receiver)(char *bytes, size_t one, size_t count, void *context);

/// Creates a transfer; NULL if there is no memory.
void *reprise_libcurl_easy_make(const struct reprise_libcurl *library);
void reprise_libcurl_easy_free(const struct reprise_libcurl *library, void *easy);

// Numbers of CURLoption, which are part of the ABI. The ten thousands encode the type of the value.
enum reprise_libcurl_option {
  // Values are text, which curl copies, or NULL.
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

  // Values are addresses, which must be valid for as long as the transfer exists.
  REPRISE_LIBCURL_ERROR_BUFFER = 10010,
  REPRISE_LIBCURL_POST_FIELDS = 10015,
  REPRISE_LIBCURL_HEADERS = 10023,
  REPRISE_LIBCURL_SHARE = 10100,

  // Values are numbers.
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
  /// Since libcurl 7.87.
  REPRISE_LIBCURL_QUICK_EXIT = 322,

  // Values are 64-bit numbers.
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

/// Passes each line of a response's head to `head`, and its body in pieces to `body`.
int reprise_libcurl_set_receivers(const struct reprise_libcurl *library, void *easy,
                                  reprise_libcurl_receiver head, reprise_libcurl_receiver body,
                                  void *context);

// Numbers of CURLINFO, which are part of the ABI.
enum reprise_libcurl_info {
  // Values are numbers.
  REPRISE_LIBCURL_VERIFY_RESULT = 0x200000 + 13,
  REPRISE_LIBCURL_PROXY_STATUS = 0x200000 + 22,
  /// The proxy's authentication schemes, as a bit mask.
  REPRISE_LIBCURL_PROXY_SCHEMES = 0x200000 + 24,
  REPRISE_LIBCURL_SYSTEM_ERROR = 0x200000 + 25,
  // Values are 64-bit numbers.
  REPRISE_LIBCURL_RECEIVED_SIZE = 0x600000 + 8,
  REPRISE_LIBCURL_CONNECTED_AFTER = 0x600000 + 53,
};

/// The value of an info; 0 if it isn't known.
int64_t reprise_libcurl_info(const struct reprise_libcurl *library, void *easy,
                             enum reprise_libcurl_info info);

/// The server's certificate as PEM, valid for as long as the transfer exists; NULL if there is
/// none. Requires the option REPRISE_LIBCURL_CERTIFICATE_INFO.
const char *reprise_libcurl_certificate(const struct reprise_libcurl *library, void *easy);

// Lists of strings.

/// Appends a copy of `text`, and returns the list. NULL if there is no memory; then the list is
/// unchanged.
void *reprise_libcurl_list_append(const struct reprise_libcurl *library, void *list,
                                  const char *text);
void reprise_libcurl_list_free(const struct reprise_libcurl *library, void *list);

// Cookies in memory, shared by transfers.

/// Creates an empty set of cookies; NULL if there is no memory.
void *reprise_libcurl_cookies_make(const struct reprise_libcurl *library);
/// Frees cookies. All transfers that use them must have been freed.
void reprise_libcurl_cookies_free(const struct reprise_libcurl *library, void *cookies);

// Concurrent transfers, and their connections.

/// Creates a set of concurrent transfers; NULL if there is no memory.
void *reprise_libcurl_multi_make(const struct reprise_libcurl *library);
/// Frees the set. All transfers must have been removed.
void reprise_libcurl_multi_free(const struct reprise_libcurl *library, void *multi);
int reprise_libcurl_multi_add(const struct reprise_libcurl *library, void *multi, void *easy);
int reprise_libcurl_multi_remove(const struct reprise_libcurl *library, void *multi, void *easy);

/// Advances all transfers as far as possible without blocking.
int reprise_libcurl_multi_perform(const struct reprise_libcurl *library, void *multi);

/// Blocks until a transfer can advance, the time limit passes, or another thread ends the wait.
int reprise_libcurl_multi_wait(const struct reprise_libcurl *library, void *multi,
                               int milliseconds);

/// Ends the present or the next wait. Can be called from any thread.
int reprise_libcurl_multi_wake(const struct reprise_libcurl *library, void *multi);

/// Returns a transfer that has ended, and its code; NULL if there is none.
void *reprise_libcurl_multi_next(const struct reprise_libcurl *library, void *multi, int *code);

// A certificate.

/// The readable fields of a certificate. Long texts are cut off, and none is escaped for a
/// terminal.
struct reprise_certificate {
  char subject[512];
  char issuer[512];
  char valid_from[64];
  char valid_until[64];
  /// The alternative names in OpenSSL's format, "DNS:host, IP Address:10.0.0.1"; empty for none.
  char names[2048];
  /// SHA-256 of the whole certificate, and of its public key (SubjectPublicKeyInfo), as DER.
  uint8_t fingerprint[32];
  uint8_t public_key[32];
};

/// Parses a PEM certificate with the OpenSSL that libcurl uses, or else with libcrypto.so.3. False
/// if there is neither, or `pem` isn't a certificate.
bool reprise_certificate_read(const struct reprise_libcurl *library, const char *pem,
                              struct reprise_certificate *certificate);

/// OpenSSL's message why it doesn't trust a certificate; NULL if there is no OpenSSL.
const char *reprise_certificate_problem(const struct reprise_libcurl *library, long code);

#endif
