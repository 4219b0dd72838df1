import CSystem
import Dispatch
import Glibc

/// Runs the main thread, which waits for both input and work on the main queue.
///
/// `dispatchMain()` would give up this thread, and a key press would have to wake two threads in
/// turn.
@MainActor enum MainThread {
  static func run(input: Int32, takeInput: () -> Void) -> Never {
    let queue = reprise_main_queue_descriptor()
    var waiting = [input, queue].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      // After EINTR or ENOMEM, the descriptors are polled again.
      guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      if waiting[1].revents != 0 { reprise_do_main_queue_work() }
      if waiting[0].revents != 0 { takeInput() }
    }
  }
}
