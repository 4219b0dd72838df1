// Declarations shared by the files of this directory.
#ifndef REPRISE_LIBCURL_PRIVATE_H
#define REPRISE_LIBCURL_PRIVATE_H

#include "CLibcurl.h"

struct curl_slist;
struct curl_message;

// Name, result and parameters, as documented for libcurl 7.68.
#define REPRISE_LIBCURL_FUNCTIONS(FUNCTION)                                    \
  FUNCTION(curl_global_init_mem, int,                                          \
           (long, void *(*)(size_t), void (*)(void *), void *(*)(void *, size_t), \
            char *(*)(const char *), void *(*)(size_t, size_t)))               \
  FUNCTION(curl_easy_strerror, const char *, (int))                            \
  FUNCTION(curl_easy_init, void *, (void))                                     \
  FUNCTION(curl_easy_setopt, int, (void *, int, ...))                          \
  FUNCTION(curl_easy_getinfo, int, (void *, int, ...))                         \
  FUNCTION(curl_easy_cleanup, void, (void *))                                  \
  FUNCTION(curl_slist_append, struct curl_slist *, (struct curl_slist *, const char *)) \
  FUNCTION(curl_slist_free_all, void, (struct curl_slist *))                   \
  FUNCTION(curl_share_init, void *, (void))                                    \
  FUNCTION(curl_share_setopt, int, (void *, int, ...))                         \
  FUNCTION(curl_share_cleanup, int, (void *))                                  \
  FUNCTION(curl_multi_init, void *, (void))                                    \
  FUNCTION(curl_multi_cleanup, int, (void *))                                  \
  FUNCTION(curl_multi_add_handle, int, (void *, void *))                       \
  FUNCTION(curl_multi_remove_handle, int, (void *, void *))                    \
  FUNCTION(curl_multi_perform, int, (void *, int *))                           \
  FUNCTION(curl_multi_poll, int, (void *, void *, unsigned int, int, int *))   \
  FUNCTION(curl_multi_wakeup, int, (void *))                                   \
  FUNCTION(curl_multi_info_read, struct curl_message *, (void *, int *))

struct reprise_libcurl {
  void *handle;
#define FUNCTION(name, type, parameters) type(*name) parameters;
  REPRISE_LIBCURL_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

#endif
