// Drains the main queue from a custom event loop, as CFRunLoop does on Linux.
#ifndef REPRISE_MAIN_QUEUE_H
#define REPRISE_MAIN_QUEUE_H

/// Returns an eventfd that is readable while the main queue has work.
int reprise_main_queue_descriptor(void);

/// Runs the pending work of the main queue. Call this only on the main thread.
void reprise_do_main_queue_work(void);

#endif
