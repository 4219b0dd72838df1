import CSystem
import Dispatch
import Glibc

/// A thread for a call that blocks, because the concurrency pool has few threads.
package enum BlockingThread {
  /// Runs a closure on a new thread, which ends with it.
  ///
  ///     BlockingThread.start { process.wait() }
  package static func start(named name: String? = nil, _ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(name: name, body: body))
    var thread = pthread_t()
    let problem = pthread_create(
      &thread, nil,
      { work in
        guard let work else { return nil }
        let started = Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
        if let name = started.name { reprise_name_process(name) }
        started.body()
        return nil
      }, work.toOpaque())
    if problem == 0 {
      pthread_detach(thread)
    } else {
      // The limit of threads is reached; one of the queue's may be free.
      let started = work.takeRetainedValue()
      DispatchQueue.global().async { started.body() }
    }
  }

  private final class Work: Sendable {
    let name: String?
    let body: @Sendable () -> Void

    init(name: String?, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}
