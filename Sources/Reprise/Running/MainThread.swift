import Dispatch
import Foundation

#if os(Linux)
  import CMainQueue

  /// The thread on which everything happens that a person sees: it waits for keys and for work on the main queue, and does both itself.
  ///
  /// `dispatchMain()` would give this thread up: then a key wakes a thread that waits for it, which wakes another that answers it.
  @MainActor enum MainThread {
    static func run(input: Int32, takeInput: () -> Void) -> Never {
      let queue = reprise_main_queue_descriptor()
      var waiting = [input, queue].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      while true {
        // Interrupted or out of memory: what there is to do is still there.
        guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
        if waiting[1].revents != 0 { reprise_do_main_queue_work() }
        if waiting[0].revents != 0 { takeInput() }
      }
    }
  }
#else
  /// The thread on which everything happens that a person sees.
  @MainActor enum MainThread {
    static func run(input: Int32, takeInput: @escaping @MainActor () -> Void) -> Never {
      let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated(takeInput) }
      source.activate()
      withExtendedLifetime(source) { dispatchMain() }
    }
  }
#endif
