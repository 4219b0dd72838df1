// The main queue, for a main thread that waits by itself. What stands here is how CFRunLoop does the same on Linux.
#ifndef REPRISE_MAIN_QUEUE_H
#define REPRISE_MAIN_QUEUE_H

#ifdef __linux__

/// An eventfd, readable when there is work on the main queue.
int reprise_main_queue_descriptor(void);

/// Does what work there is on the main queue. On the main thread only.
void reprise_do_main_queue_work(void);

#endif
#endif
