// The few functions of libcrypto that sealing takes, found with dlopen and dlsym: building needs no
// OpenSSL header, and starting loads no OpenSSL.
//
// Every function may be called from any thread, and leaves the thread's OpenSSL error queue as it
// found it: libcurl reads the same queue.
#ifndef REPRISE_LIBCRYPTO_H
#define REPRISE_LIBCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __linux__
#include <sys/random.h>  // getrandom, which Swift's own module of the C library lacks
#endif

#include "Secret.h"

#define REPRISE_KEY_LENGTH 32
#define REPRISE_NONCE_LENGTH 12
#define REPRISE_TAG_LENGTH 16
#define REPRISE_DIGEST_LENGTH 32
/// The most bytes of a purpose that a key is derived for.
#define REPRISE_PURPOSE_LENGTH 128

/// The outcome of a call.
enum reprise_libcrypto_result {
  REPRISE_LIBCRYPTO_OK = 0,
  /// There is no library of this name.
  REPRISE_LIBCRYPTO_MISSING,
  /// A library, but not one that has all the functions and ciphers.
  REPRISE_LIBCRYPTO_INCOMPLETE,
  REPRISE_LIBCRYPTO_NO_MEMORY,
  /// The library says no, and it isn't about the data.
  REPRISE_LIBCRYPTO_FAILED,
  /// The data isn't what was sealed with this key, nonce and header.
  REPRISE_LIBCRYPTO_CHANGED,
};

/// An opened library. It stays open until the process ends, and is never freed.
struct reprise_libcrypto;

/// Opens the library `name`, such as "libcrypto.so.3".
enum reprise_libcrypto_result reprise_libcrypto_load(const char *name,
                                                     const struct reprise_libcrypto **library);

/// scrypt, RFC 7914. FAILED when the parameters are outside what the RFC allows; NO_MEMORY when there
/// isn't enough for 128 * n * r bytes.
enum reprise_libcrypto_result reprise_libcrypto_scrypt(
    const struct reprise_libcrypto *library, const void *password, size_t password_length,
    const uint8_t *salt, size_t salt_length, uint64_t n, uint64_t r, uint64_t p, void *key,
    size_t key_length);

enum reprise_libcrypto_result reprise_libcrypto_sha256(const struct reprise_libcrypto *library,
                                                       const uint8_t *bytes, size_t length,
                                                       uint8_t digest[REPRISE_DIGEST_LENGTH]);

/// HKDF with SHA-256 and no salt, RFC 5869: a key for one purpose, from a secret that is as good as random. FAILED for a purpose
/// that is too long.
enum reprise_libcrypto_result reprise_libcrypto_derive(const struct reprise_libcrypto *library,
                                                       const uint8_t *secret, size_t secret_length,
                                                       const uint8_t *purpose,
                                                       size_t purpose_length,
                                                       uint8_t key[REPRISE_KEY_LENGTH]);

/// AES-256-GCM. Writes `length` bytes and, behind them, the tag. A nonce is for one call only.
enum reprise_libcrypto_result reprise_libcrypto_seal(
    const struct reprise_libcrypto *library, const uint8_t key[REPRISE_KEY_LENGTH],
    const uint8_t nonce[REPRISE_NONCE_LENGTH], const uint8_t *header, size_t header_length,
    const uint8_t *plain, size_t length, uint8_t *sealed);

/// The reverse. `length` is that of the plain bytes, so `sealed` holds REPRISE_TAG_LENGTH more. What
/// isn't authentic is wiped from `plain` before this returns.
enum reprise_libcrypto_result reprise_libcrypto_open(
    const struct reprise_libcrypto *library, const uint8_t key[REPRISE_KEY_LENGTH],
    const uint8_t nonce[REPRISE_NONCE_LENGTH], const uint8_t *header, size_t header_length,
    const uint8_t *sealed, size_t length, uint8_t *plain);

/// Compares in a time that says nothing about where the bytes differ.
bool reprise_libcrypto_equal(const struct reprise_libcrypto *library, const void *left,
                             const void *right, size_t length);

#endif
