#include "MainQueue.h"

#include <stdint.h>
#include <unistd.h>

// Declared in no libdispatch header, but exported by every release for CoreFoundation.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

int reprise_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void reprise_do_main_queue_work(void) {
  // Reset before the work, so that work added meanwhile wakes the thread again.
  uint64_t count;
  (void)!read(reprise_main_queue_descriptor(), &count, sizeof count);
  _dispatch_main_queue_callback_4CF(0);
}

