// Invariant: a `struct reprise_libcurl` isn't changed once `reprise_libcurl_load` has returned it.
#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "libcurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <malloc.h>

// Numbers as documented for libcurl 7.68; they are part of the ABI of libcurl.so.4.
enum {
  CURL_GLOBAL_DEFAULT = 3,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLINFO_CERTINFO = 0x400000 + 34,
  CURLMSG_DONE = 1,
  CURLSHOPT_SHARE = 1,
  CURL_LOCK_DATA_COOKIE = 2,
};

struct curl_slist {
  char *data;
  struct curl_slist *next;
};

struct curl_certinfo {
  int num_of_certs;
  struct curl_slist **certinfo;
};

struct curl_message {
  int message;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
};

enum { OPENSSL_INIT_NO_ATEXIT = 0x00080000 };

static bool find_functions(struct reprise_libcurl *library) {
  void *address;
// POSIX's way to convert dlsym's result to a function pointer; ISO C has none.
#define FUNCTION(name, type, parameters)                             \
  if ((address = dlsym(library->handle, #name)) == NULL) return false; \
  *(void **)&library->name = address;
  REPRISE_LIBCURL_FUNCTIONS(FUNCTION)
#undef FUNCTION
  return true;
}

// libcurl's memory contains passwords, requests with passwords, and responses, so it is wiped
// before it is freed.

static size_t size_of(void *memory) {
  return malloc_usable_size(memory);
}

static void wipe(void *memory, size_t length) {
  explicit_bzero(memory, length);
}

void reprise_libcurl_memory_free(void *memory) {
  if (memory == NULL) return;
  wipe(memory, size_of(memory));
  free(memory);
}

void *reprise_libcurl_memory_resize(void *memory, size_t length) {
  if (memory == NULL) return malloc(length);
  // realloc would leave the old bytes in freed memory.
  void *moved = malloc(length);
  if (moved == NULL) return NULL;
  size_t old = size_of(memory);
  memcpy(moved, memory, old < length ? old : length);
  reprise_libcurl_memory_free(memory);
  return moved;
}

/// Before 7.84, curl can't be initialized by two threads at the same time.
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

/// Initializes the library for all threads.
static bool start(struct reprise_libcurl *library) {
  // Otherwise exit() would clean OpenSSL up while a thread still uses it, which under load crashed
  // one exit in five. Only the first call has an effect, so it comes before curl's.
  int (*init_crypto)(uint64_t, const void *);
  *(void **)&init_crypto = dlsym(library->handle, "OPENSSL_init_crypto");
  if (init_crypto != NULL) (void)init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
  pthread_mutex_lock(&starting);
  // A debugging aid that writes the keys of every connection to a file, with which recorded traffic
  // can be decrypted. curl reads it during initialization.
  if (getenv("SSLKEYLOGFILE") != NULL) (void)unsetenv("SSLKEYLOGFILE");
  int code =
      library->curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, reprise_libcurl_memory_free,
                                    reprise_libcurl_memory_resize, strdup, calloc);
  pthread_mutex_unlock(&starting);
  return code == 0;
}

enum reprise_libcurl_result reprise_libcurl_load(const char *name,
                                                 const struct reprise_libcurl **result) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return REPRISE_LIBCURL_MISSING;
  struct reprise_libcurl *library = calloc(1, sizeof *library);
  if (library != NULL) library->handle = handle;
  if (library == NULL || !find_functions(library) || !start(library)) {
    // The handle stays open, because the called functions may have left thread-local data.
    free(library);
    return REPRISE_LIBCURL_INCOMPLETE;
  }
  *result = library;
  return REPRISE_LIBCURL_OK;
}

const char *reprise_libcurl_text(const struct reprise_libcurl *library, int code) {
  return library->curl_easy_strerror(code);
}

// A transfer.

void *reprise_libcurl_easy_make(const struct reprise_libcurl *library) {
  return library->curl_easy_init();
}

void reprise_libcurl_easy_free(const struct reprise_libcurl *library, void *easy) {
  library->curl_easy_cleanup(easy);
}

int reprise_libcurl_set_text(const struct reprise_libcurl *library, void *easy,
                             enum reprise_libcurl_option option, const char *text) {
  return library->curl_easy_setopt(easy, (int)option, text);
}

int reprise_libcurl_set_address(const struct reprise_libcurl *library, void *easy,
                                enum reprise_libcurl_option option, void *address) {
  return library->curl_easy_setopt(easy, (int)option, address);
}

int reprise_libcurl_set_number(const struct reprise_libcurl *library, void *easy,
                               enum reprise_libcurl_option option, long number) {
  return library->curl_easy_setopt(easy, (int)option, number);
}

int reprise_libcurl_set_size(const struct reprise_libcurl *library, void *easy,
                             enum reprise_libcurl_option option, int64_t size) {
  return library->curl_easy_setopt(easy, (int)option, size);
}

int reprise_libcurl_set_receivers(const struct reprise_libcurl *library, void *easy,
                                  reprise_libcurl_receiver head, reprise_libcurl_receiver body,
                                  void *context) {
  int code = library->curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
  if (code == 0) code = library->curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  if (code == 0) code = library->curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
  if (code == 0) code = library->curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  return code;
}

int64_t reprise_libcurl_info(const struct reprise_libcurl *library, void *easy,
                             enum reprise_libcurl_info info) {
  if (((int)info & 0xF00000) == 0x600000) {
    int64_t size = 0;
    return library->curl_easy_getinfo(easy, (int)info, &size) == 0 ? size : 0;
  }
  long number = 0;
  return library->curl_easy_getinfo(easy, (int)info, &number) == 0 ? number : 0;
}

const char *reprise_libcurl_certificate(const struct reprise_libcurl *library, void *easy) {
  struct curl_certinfo *chain = NULL;
  if (library->curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain) != 0 || chain == NULL ||
      chain->num_of_certs < 1)
    return NULL;
  const char name[] = "Cert:";
  for (struct curl_slist *item = chain->certinfo[0]; item != NULL; item = item->next)
    if (strncmp(item->data, name, strlen(name)) == 0) return item->data + strlen(name);
  return NULL;
}

// Lists of strings.

void *reprise_libcurl_list_append(const struct reprise_libcurl *library, void *list,
                                  const char *text) {
  return library->curl_slist_append(list, text);
}

void reprise_libcurl_list_free(const struct reprise_libcurl *library, void *list) {
  library->curl_slist_free_all(list);
}

// Cookies in memory.

void *reprise_libcurl_cookies_make(const struct reprise_libcurl *library) {
  void *share = library->curl_share_init();
  // No locks, because it is used on one thread only.
  if (share != NULL && library->curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE)) {
    (void)library->curl_share_cleanup(share);
    return NULL;
  }
  return share;
}

void reprise_libcurl_cookies_free(const struct reprise_libcurl *library, void *cookies) {
  (void)library->curl_share_cleanup(cookies);
}

// Concurrent transfers.

void *reprise_libcurl_multi_make(const struct reprise_libcurl *library) {
  return library->curl_multi_init();
}

void reprise_libcurl_multi_free(const struct reprise_libcurl *library, void *multi) {
  (void)library->curl_multi_cleanup(multi);
}

int reprise_libcurl_multi_add(const struct reprise_libcurl *library, void *multi, void *easy) {
  return library->curl_multi_add_handle(multi, easy);
}

int reprise_libcurl_multi_remove(const struct reprise_libcurl *library, void *multi, void *easy) {
  return library->curl_multi_remove_handle(multi, easy);
}

int reprise_libcurl_multi_perform(const struct reprise_libcurl *library, void *multi) {
  int running;
  return library->curl_multi_perform(multi, &running);
}

int reprise_libcurl_multi_wait(const struct reprise_libcurl *library, void *multi,
                               int milliseconds) {
  return library->curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}

int reprise_libcurl_multi_wake(const struct reprise_libcurl *library, void *multi) {
  return library->curl_multi_wakeup(multi);
}

void *reprise_libcurl_multi_next(const struct reprise_libcurl *library, void *multi, int *code) {
  struct curl_message *message;
  int left;
  while ((message = library->curl_multi_info_read(multi, &left)) != NULL) {
    if (message->message != CURLMSG_DONE) continue;
    *code = message->data.result;
    return message->easy;
  }
  return NULL;
}
