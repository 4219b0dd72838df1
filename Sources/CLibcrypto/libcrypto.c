// Invariant: a `struct reprise_libcrypto` isn't changed once `reprise_libcrypto_load` has returned
// it, and every call creates its own context. So threads share no mutable state, and an expanded
// key lives only as long as its call.
#include "CLibcrypto.h"
#include "CSystem.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Types, numbers and prototypes as documented for OpenSSL 3.0; they are part of libcrypto 3's ABI.
typedef struct evp_cipher_st EVP_CIPHER;
typedef struct evp_cipher_ctx_st EVP_CIPHER_CTX;
typedef struct evp_md_st EVP_MD;

enum {
  EVP_CTRL_AEAD_GET_TAG = 0x10,
  EVP_CTRL_AEAD_SET_TAG = 0x11,
  OPENSSL_INIT_NO_ATEXIT = 0x00080000,
};

// Name, result, parameters.
#define FUNCTIONS(FUNCTION)                                                                         \
  FUNCTION(OPENSSL_init_crypto, int, (uint64_t, const void *))                                      \
  FUNCTION(ERR_set_mark, int, (void))                                                               \
  FUNCTION(ERR_pop_to_mark, int, (void))                                                            \
  FUNCTION(CRYPTO_memcmp, int, (const void *, const void *, size_t))                                \
  FUNCTION(EVP_PBE_scrypt, int,                                                                     \
           (const char *, size_t, const unsigned char *, size_t, uint64_t, uint64_t, uint64_t,      \
            uint64_t, unsigned char *, size_t))                                                     \
  FUNCTION(EVP_sha256, const EVP_MD *, (void))                                                      \
  FUNCTION(EVP_Digest, int,                                                                         \
           (const void *, size_t, unsigned char *, unsigned int *, const EVP_MD *, void *))         \
  FUNCTION(HMAC, unsigned char *,                                                                   \
           (const EVP_MD *, const void *, int, const unsigned char *, size_t, unsigned char *,      \
            unsigned int *))                                                                        \
  FUNCTION(EVP_CIPHER_fetch, EVP_CIPHER *, (void *, const char *, const char *))                    \
  FUNCTION(EVP_CIPHER_CTX_new, EVP_CIPHER_CTX *, (void))                                            \
  FUNCTION(EVP_CIPHER_CTX_free, void, (EVP_CIPHER_CTX *))                                           \
  FUNCTION(EVP_CIPHER_CTX_ctrl, int, (EVP_CIPHER_CTX *, int, int, void *))                          \
  FUNCTION(EVP_CipherInit_ex, int,                                                                  \
           (EVP_CIPHER_CTX *, const EVP_CIPHER *, void *, const unsigned char *,                    \
            const unsigned char *, int))                                                            \
  FUNCTION(EVP_CipherUpdate, int,                                                                   \
           (EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int))                  \
  FUNCTION(EVP_CipherFinal_ex, int, (EVP_CIPHER_CTX *, unsigned char *, int *))

struct reprise_libcrypto {
#define FUNCTION(name, type, parameters) type(*name) parameters;
  FUNCTIONS(FUNCTION)
#undef FUNCTION
  const EVP_CIPHER *cipher;
  const EVP_MD *sha256;
};

/// Looks up the functions; true if all were found.
static bool find_functions(void *handle, struct reprise_libcrypto *library) {
  void *address;
// POSIX's way to convert dlsym's result to a function pointer; ISO C has none.
#define FUNCTION(name, type, parameters)                    \
  if ((address = dlsym(handle, #name)) == NULL) return false; \
  *(void **)&library->name = address;
  FUNCTIONS(FUNCTION)
#undef FUNCTION
  return true;
}

/// Initializes the library, and fetches the algorithms that every call needs.
static bool fetch_algorithms(struct reprise_libcrypto *library) {
  // Otherwise exit() would clean up while threads are still encrypting.
  if (library->OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL) != 1) return false;
  library->ERR_set_mark();
  library->cipher = library->EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
  library->sha256 = library->EVP_sha256();
  library->ERR_pop_to_mark();
  return library->cipher != NULL && library->sha256 != NULL;
}

enum reprise_libcrypto_result reprise_libcrypto_load(const char *name,
                                                     const struct reprise_libcrypto **result) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return REPRISE_LIBCRYPTO_MISSING;
  struct reprise_libcrypto *library = calloc(1, sizeof *library);
  bool is_complete =
      library != NULL && find_functions(handle, library) && fetch_algorithms(library);
  if (!is_complete) {
    bool had_memory = library != NULL;
    free(library);
    // The handle stays open, because the called functions may have left thread-local data.
    return had_memory ? REPRISE_LIBCRYPTO_INCOMPLETE : REPRISE_LIBCRYPTO_NO_MEMORY;
  }
  *result = library;
  return REPRISE_LIBCRYPTO_OK;
}

enum reprise_libcrypto_result reprise_libcrypto_scrypt(
    const struct reprise_libcrypto *library, const void *password, size_t password_length,
    const uint8_t *salt, size_t salt_length, uint64_t n, uint64_t r, uint64_t p, void *key,
    size_t key_length) {
  // The caller has its own limits; the library's would be 32 MiB.
  const uint64_t limit = UINT64_MAX;
  library->ERR_set_mark();
  // Without a key buffer it only checks the parameters.
  bool is_allowed =
      library->EVP_PBE_scrypt(password, password_length, salt, salt_length, n, r, p, limit, NULL,
                              0) == 1;
  bool is_derived =
      is_allowed && library->EVP_PBE_scrypt(password, password_length, salt, salt_length, n, r, p,
                                            limit, key, key_length) == 1;
  library->ERR_pop_to_mark();
  if (is_derived) return REPRISE_LIBCRYPTO_OK;
  return is_allowed ? REPRISE_LIBCRYPTO_NO_MEMORY : REPRISE_LIBCRYPTO_FAILED;
}

enum reprise_libcrypto_result reprise_libcrypto_sha256(const struct reprise_libcrypto *library,
                                                       const uint8_t *bytes, size_t length,
                                                       uint8_t digest[REPRISE_DIGEST_LENGTH]) {
  library->ERR_set_mark();
  bool is_done = library->EVP_Digest(bytes, length, digest, NULL, library->sha256, NULL) == 1;
  library->ERR_pop_to_mark();
  return is_done ? REPRISE_LIBCRYPTO_OK : REPRISE_LIBCRYPTO_FAILED;
}

enum reprise_libcrypto_result reprise_libcrypto_derive(const struct reprise_libcrypto *library,
                                                       const uint8_t *secret, size_t secret_length,
                                                       const uint8_t *purpose,
                                                       size_t purpose_length,
                                                       uint8_t key[REPRISE_KEY_LENGTH]) {
  // A key takes one block of HKDF's output: the purpose, then the number of the block.
  uint8_t info[REPRISE_PURPOSE_LENGTH + 1];
  if (purpose_length > REPRISE_PURPOSE_LENGTH || secret_length > INT_MAX)
    return REPRISE_LIBCRYPTO_FAILED;
  if (purpose_length > 0) memcpy(info, purpose, purpose_length);
  info[purpose_length] = 1;
  const uint8_t salt[REPRISE_DIGEST_LENGTH] = {0};
  uint8_t extracted[REPRISE_DIGEST_LENGTH];
  library->ERR_set_mark();
  bool is_done = library->HMAC(library->sha256, salt, sizeof salt, secret, secret_length, extracted,
                               NULL) != NULL &&
                 library->HMAC(library->sha256, extracted, sizeof extracted, info,
                               purpose_length + 1, key, NULL) != NULL;
  library->ERR_pop_to_mark();
  reprise_secret_wipe(extracted, sizeof extracted);
  return is_done ? REPRISE_LIBCRYPTO_OK : REPRISE_LIBCRYPTO_FAILED;
}

bool reprise_libcrypto_equal(const struct reprise_libcrypto *library, const void *left,
                             const void *right, size_t length) {
  return library->CRYPTO_memcmp(left, right, length) == 0;
}

// AES-256-GCM.

enum { to_plain = 0, to_sealed = 1 };

/// Feeds bytes in parts whose length fits into an int. Without `result`, they are only
/// authenticated.
static bool update(const struct reprise_libcrypto *library, EVP_CIPHER_CTX *context,
                   const uint8_t *bytes, size_t length, uint8_t *result) {
  const size_t most = 1 << 30;
  while (length > 0) {
    int part = (int)(length < most ? length : most), count;
    if (library->EVP_CipherUpdate(context, result, &count, bytes, part) != 1 || count != part)
      return false;
    bytes += part;
    length -= (size_t)part;
    if (result != NULL) result += part;
  }
  return true;
}

/// The common part of both directions: everything before the tag.
static bool transform(const struct reprise_libcrypto *library, EVP_CIPHER_CTX *context,
                      int direction, const uint8_t *key, const uint8_t *nonce,
                      const uint8_t *header, size_t header_length, const uint8_t *bytes,
                      size_t length, uint8_t *result) {
  // GCM's default nonce length is 12 bytes, so it needn't be set.
  return library->EVP_CipherInit_ex(context, library->cipher, NULL, key, nonce, direction) == 1 &&
         update(library, context, header, header_length, NULL) &&
         update(library, context, bytes, length, result);
}

enum reprise_libcrypto_result reprise_libcrypto_seal(
    const struct reprise_libcrypto *library, const uint8_t key[REPRISE_KEY_LENGTH],
    const uint8_t nonce[REPRISE_NONCE_LENGTH], const uint8_t *header, size_t header_length,
    const uint8_t *plain, size_t length, uint8_t *sealed) {
  library->ERR_set_mark();
  EVP_CIPHER_CTX *context = library->EVP_CIPHER_CTX_new();
  // GCM writes no output at the end.
  uint8_t rest[REPRISE_TAG_LENGTH];
  int count;
  bool is_done = context != NULL &&
                 transform(library, context, to_sealed, key, nonce, header, header_length, plain,
                           length, sealed) &&
                 library->EVP_CipherFinal_ex(context, rest, &count) == 1 && count == 0 &&
                 library->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, REPRISE_TAG_LENGTH,
                                              sealed + length) == 1;
  library->EVP_CIPHER_CTX_free(context);
  library->ERR_pop_to_mark();
  if (is_done) return REPRISE_LIBCRYPTO_OK;
  return context == NULL ? REPRISE_LIBCRYPTO_NO_MEMORY : REPRISE_LIBCRYPTO_FAILED;
}

enum reprise_libcrypto_result reprise_libcrypto_open(
    const struct reprise_libcrypto *library, const uint8_t key[REPRISE_KEY_LENGTH],
    const uint8_t nonce[REPRISE_NONCE_LENGTH], const uint8_t *header, size_t header_length,
    const uint8_t *sealed, size_t length, uint8_t *plain) {
  library->ERR_set_mark();
  EVP_CIPHER_CTX *context = library->EVP_CIPHER_CTX_new();
  uint8_t rest[REPRISE_TAG_LENGTH];
  int count;
  bool is_read = context != NULL &&
                 transform(library, context, to_plain, key, nonce, header, header_length, sealed,
                           length, plain) &&
                 library->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, REPRISE_TAG_LENGTH,
                                              (void *)(sealed + length)) == 1;
  bool is_authentic = is_read && library->EVP_CipherFinal_ex(context, rest, &count) == 1;
  library->EVP_CIPHER_CTX_free(context);
  library->ERR_pop_to_mark();
  if (is_authentic) return REPRISE_LIBCRYPTO_OK;
  reprise_secret_wipe(plain, length);
  if (is_read) return REPRISE_LIBCRYPTO_CHANGED;
  return context == NULL ? REPRISE_LIBCRYPTO_NO_MEMORY : REPRISE_LIBCRYPTO_FAILED;
}
