// The functions of libcrypto that encryption needs, found with dlopen and dlsym, so that building
// needs no OpenSSL header, and starting loads no OpenSSL.
//
// Every function can be called from any thread, and leaves the thread's OpenSSL error queue
// unchanged, because libcurl reads the same queue.
#ifndef REPRISE_LIBCRYPTO_H
#define REPRISE_LIBCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>  // getrandom, which Swift's own module of the C library lacks

#define REPRISE_KEY_LENGTH 32
#define REPRISE_NONCE_LENGTH 12
#define REPRISE_TAG_LENGTH 16
#define REPRISE_DIGEST_LENGTH 32
/// The longest purpose in a key derivation, in bytes.
#define REPRISE_PURPOSE_LENGTH 128

/// The result of a call.
enum reprise_libcrypto_result {
  REPRISE_LIBCRYPTO_OK = 0,
  /// There is no library of this name.
  REPRISE_LIBCRYPTO_MISSING,
  /// The library lacks functions or ciphers.
  REPRISE_LIBCRYPTO_INCOMPLETE,
  REPRISE_LIBCRYPTO_NO_MEMORY,
  /// The library failed for a reason other than the data.
  REPRISE_LIBCRYPTO_FAILED,
  /// Authentication failed: the data wasn't encrypted with this key, nonce and header.
  REPRISE_LIBCRYPTO_CHANGED,
};

/// A loaded library. It stays loaded until the process exits, and is never freed.
struct reprise_libcrypto;

/// Loads the library `name`, such as "libcrypto.so.3".
enum reprise_libcrypto_result reprise_libcrypto_load(const char *name,
                                                     const struct reprise_libcrypto **library);

/// scrypt (RFC 7914). FAILED if the RFC doesn't allow the parameters; NO_MEMORY if 128 * n * r
/// bytes aren't available.
enum reprise_libcrypto_result reprise_libcrypto_scrypt(
    const struct reprise_libcrypto *library, const void *password, size_t password_length,
    const uint8_t *salt, size_t salt_length, uint64_t n, uint64_t r, uint64_t p, void *key,
    size_t key_length);

enum reprise_libcrypto_result reprise_libcrypto_sha256(const struct reprise_libcrypto *library,
                                                       const uint8_t *bytes, size_t length,
                                                       uint8_t digest[REPRISE_DIGEST_LENGTH]);

/// Derives a key for one purpose from a uniformly random secret: HKDF with SHA-256 and no salt
/// (RFC 5869). FAILED if the purpose is too long.
enum reprise_libcrypto_result reprise_libcrypto_derive(const struct reprise_libcrypto *library,
                                                       const uint8_t *secret, size_t secret_length,
                                                       const uint8_t *purpose,
                                                       size_t purpose_length,
                                                       uint8_t key[REPRISE_KEY_LENGTH]);

/// Encrypts with AES-256-GCM. Writes `length` bytes, followed by the tag. Never reuse a nonce.
enum reprise_libcrypto_result reprise_libcrypto_seal(
    const struct reprise_libcrypto *library, const uint8_t key[REPRISE_KEY_LENGTH],
    const uint8_t nonce[REPRISE_NONCE_LENGTH], const uint8_t *header, size_t header_length,
    const uint8_t *plain, size_t length, uint8_t *sealed);

/// Decrypts with AES-256-GCM. `length` is that of the plaintext; `sealed` has REPRISE_TAG_LENGTH
/// bytes more. If authentication fails, `plain` is wiped.
enum reprise_libcrypto_result reprise_libcrypto_open(
    const struct reprise_libcrypto *library, const uint8_t key[REPRISE_KEY_LENGTH],
    const uint8_t nonce[REPRISE_NONCE_LENGTH], const uint8_t *header, size_t header_length,
    const uint8_t *sealed, size_t length, uint8_t *plain);

/// Compares in constant time.
bool reprise_libcrypto_equal(const struct reprise_libcrypto *library, const void *left,
                             const void *right, size_t length);

#endif
