import Dispatch
import Foundation

#if os(Linux)
  import CSystem

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
#else
  /// Runs the main thread, which handles input and the main queue.
  @MainActor enum MainThread {
    static func run(input: Int32, takeInput: @escaping @MainActor () -> Void) -> Never {
      let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated(takeInput) }
      source.activate()
      withExtendedLifetime(source) { dispatchMain() }
    }
  }
#endif
