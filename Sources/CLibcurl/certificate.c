// Certificates are parsed with OpenSSL, which libcurl has loaded anyway. This happens rarely, so
// the functions are looked up for each call.
#include "libcurl.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Types, numbers and prototypes as documented for OpenSSL 1.1.0 and later.
typedef struct bio_st BIO;
typedef struct bio_method_st BIO_METHOD;
typedef struct x509_st X509;
typedef struct X509_name_st X509_NAME;
typedef struct X509_pubkey_st X509_PUBKEY;
typedef struct asn1_string_st ASN1_TIME;
typedef struct evp_md_st EVP_MD;
typedef struct X509_extension_st X509_EXTENSION;

enum { NID_subject_alt_name = 85 };

// The format of names, that of `openssl x509 -subject` but in UTF-8: "CN = host, O = Organisation".
// Separators within a part of the name, and control characters, are escaped.
enum {
  ASN1_STRFLGS_ESC_2253 = 1,
  ASN1_STRFLGS_ESC_CTRL = 2,
  ASN1_STRFLGS_ESC_QUOTE = 8,
  ASN1_STRFLGS_UTF8_CONVERT = 0x10,
  ASN1_STRFLGS_DUMP_UNKNOWN = 0x100,
  ASN1_STRFLGS_DUMP_DER = 0x200,
  XN_FLAG_SEP_CPLUS_SPC = 2 << 16,
  XN_FLAG_SPC_EQ = 1 << 23,
  NAME_FLAGS = ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_ESC_QUOTE |
               ASN1_STRFLGS_UTF8_CONVERT | ASN1_STRFLGS_DUMP_UNKNOWN | ASN1_STRFLGS_DUMP_DER |
               XN_FLAG_SEP_CPLUS_SPC | XN_FLAG_SPC_EQ,
};

// Name, result, parameters.
#define FUNCTIONS(FUNCTION)                                                                        \
  FUNCTION(ERR_set_mark, int, (void))                                                              \
  FUNCTION(ERR_pop_to_mark, int, (void))                                                           \
  FUNCTION(BIO_new_mem_buf, BIO *, (const void *, int))                                            \
  FUNCTION(BIO_s_mem, const BIO_METHOD *, (void))                                                  \
  FUNCTION(BIO_new, BIO *, (const BIO_METHOD *))                                                   \
  FUNCTION(BIO_read, int, (BIO *, void *, int))                                                    \
  FUNCTION(BIO_free, int, (BIO *))                                                                 \
  FUNCTION(PEM_read_bio_X509, X509 *, (BIO *, X509 **, void *, void *))                            \
  FUNCTION(X509_free, void, (X509 *))                                                              \
  FUNCTION(X509_get_subject_name, X509_NAME *, (const X509 *))                                     \
  FUNCTION(X509_get_issuer_name, X509_NAME *, (const X509 *))                                      \
  FUNCTION(X509_NAME_print_ex, int, (BIO *, const X509_NAME *, int, unsigned long))                \
  FUNCTION(X509_get0_notBefore, const ASN1_TIME *, (const X509 *))                                 \
  FUNCTION(X509_get0_notAfter, const ASN1_TIME *, (const X509 *))                                  \
  FUNCTION(ASN1_TIME_print, int, (BIO *, const ASN1_TIME *))                                       \
  FUNCTION(X509_get_ext_by_NID, int, (const X509 *, int, int))                                     \
  FUNCTION(X509_get_ext, X509_EXTENSION *, (const X509 *, int))                                    \
  FUNCTION(X509V3_EXT_print, int, (BIO *, X509_EXTENSION *, unsigned long, int))                   \
  FUNCTION(X509_get_X509_PUBKEY, X509_PUBKEY *, (const X509 *))                                    \
  FUNCTION(i2d_X509_PUBKEY, int, (const X509_PUBKEY *, unsigned char **))                          \
  FUNCTION(X509_digest, int, (const X509 *, const EVP_MD *, unsigned char *, unsigned int *))      \
  FUNCTION(EVP_sha256, const EVP_MD *, (void))                                                     \
  FUNCTION(EVP_Digest, int,                                                                        \
           (const void *, size_t, unsigned char *, unsigned int *, const EVP_MD *, void *))        \
  FUNCTION(CRYPTO_free, void, (void *, const char *, int))

struct openssl {
#define FUNCTION(name, type, parameters) type(*name) parameters;
  FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static bool find_functions(void *handle, struct openssl *openssl) {
  void *address;
#define FUNCTION(name, type, parameters)                      \
  if ((address = dlsym(handle, #name)) == NULL) return false; \
  *(void **)&openssl->name = address;
  FUNCTIONS(FUNCTION)
#undef FUNCTION
  return true;
}

/// dlsym also searches a library's dependencies, so this finds the OpenSSL that curl itself uses.
static bool find_openssl(const struct reprise_libcurl *library, struct openssl *openssl) {
  if (find_functions(library->handle, openssl)) return true;
  void *handle = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  return handle != NULL && find_functions(handle, openssl);
}

/// Copies the printed text, cut off at `size`.
static bool take_text(const struct openssl *openssl, BIO *printed, bool is_printed, char *text,
                      size_t size) {
  int count = is_printed ? openssl->BIO_read(printed, text, (int)size - 1) : -1;
  text[count > 0 ? count : 0] = 0;
  openssl->BIO_free(printed);
  return is_printed;
}

static bool read_name(const struct openssl *openssl, const X509_NAME *name, char *text,
                      size_t size) {
  BIO *printed = openssl->BIO_new(openssl->BIO_s_mem());
  if (printed == NULL) return false;
  bool is_printed = openssl->X509_NAME_print_ex(printed, name, 0, NAME_FLAGS) >= 0;
  return take_text(openssl, printed, is_printed, text, size);
}

static bool read_time(const struct openssl *openssl, const ASN1_TIME *time, char *text,
                      size_t size) {
  BIO *printed = openssl->BIO_new(openssl->BIO_s_mem());
  if (printed == NULL) return false;
  return take_text(openssl, printed, openssl->ASN1_TIME_print(printed, time) == 1, text, size);
}

/// Many certificates have no alternative names. Unprintable ones are treated as missing.
static bool read_alternative_names(const struct openssl *openssl, const X509 *x509, char *text,
                                   size_t size) {
  text[0] = 0;
  int place = openssl->X509_get_ext_by_NID(x509, NID_subject_alt_name, -1);
  if (place < 0) return true;
  BIO *printed = openssl->BIO_new(openssl->BIO_s_mem());
  if (printed == NULL) return false;
  X509_EXTENSION *extension = openssl->X509_get_ext(x509, place);
  bool is_printed = openssl->X509V3_EXT_print(printed, extension, 0, 0) == 1;
  (void)take_text(openssl, printed, is_printed, text, size);
  return true;
}

static bool read_public_key(const struct openssl *openssl, const X509 *x509, uint8_t digest[32]) {
  unsigned char *der = NULL;
  int length = openssl->i2d_X509_PUBKEY(openssl->X509_get_X509_PUBKEY(x509), &der);
  bool is_read = length > 0 && openssl->EVP_Digest(der, (size_t)length, digest, NULL,
                                                   openssl->EVP_sha256(), NULL) == 1;
  openssl->CRYPTO_free(der, __FILE__, __LINE__);
  return is_read;
}

static bool read_all(const struct openssl *openssl, const X509 *x509,
                     struct reprise_certificate *result) {
  return read_name(openssl, openssl->X509_get_subject_name(x509), result->subject,
                   sizeof result->subject) &&
         read_name(openssl, openssl->X509_get_issuer_name(x509), result->issuer,
                   sizeof result->issuer) &&
         read_time(openssl, openssl->X509_get0_notBefore(x509), result->valid_from,
                   sizeof result->valid_from) &&
         read_time(openssl, openssl->X509_get0_notAfter(x509), result->valid_until,
                   sizeof result->valid_until) &&
         read_alternative_names(openssl, x509, result->names, sizeof result->names) &&
         openssl->X509_digest(x509, openssl->EVP_sha256(), result->fingerprint, NULL) == 1 &&
         read_public_key(openssl, x509, result->public_key);
}

bool reprise_certificate_read(const struct reprise_libcurl *library, const char *pem,
                              struct reprise_certificate *certificate) {
  struct openssl openssl;
  size_t length = strlen(pem);
  if (length > INT_MAX || !find_openssl(library, &openssl)) return false;
  openssl.ERR_set_mark();
  BIO *source = openssl.BIO_new_mem_buf(pem, (int)length);
  X509 *x509 = source == NULL ? NULL : openssl.PEM_read_bio_X509(source, NULL, NULL, NULL);
  bool is_read = x509 != NULL && read_all(&openssl, x509, certificate);
  openssl.X509_free(x509);
  openssl.BIO_free(source);
  openssl.ERR_pop_to_mark();
  return is_read;
}

const char *reprise_certificate_problem(const struct reprise_libcurl *library, long code) {
  const char *(*text)(long);
  *(void **)&text = dlsym(library->handle, "X509_verify_cert_error_string");
  return text == NULL ? NULL : text(code);
}
