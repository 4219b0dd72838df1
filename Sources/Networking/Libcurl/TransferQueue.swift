import Core
import Glibc
import Synchronization

/// Passes commands from any thread to the thread of the transfers. The first request starts the
/// thread. It ends when the transport that owns the queue is released.
final class TransferQueue: Sendable {
  enum Command: Sendable {
    case start(TransferTicket, @Sendable (TransferResult) -> Void)
    case cancel(TransferTicket)
    case forgetCookies
    case stop
  }

  private struct State {
    var commands: [Command] = []
    var isRunning = false
    var isStopped = false
    /// `nil` while no loop runs.
    var alarm: MultiAlarm?
  }

  private let configuration: LibcurlTransport.Configuration
  private let libcurl: Libcurl
  private let state = Mutex(State())

  init(_ configuration: LibcurlTransport.Configuration, libcurl: Libcurl) {
    self.configuration = configuration
    self.libcurl = libcurl
  }

  /// Cancelling the task cancels the request immediately.
  nonisolated(nonsending) func reply(to step: RedirectStep) async throws(TransferFailure)
    -> TransferReply
  {
    let ticket = TransferTicket(step)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        push(.start(ticket, { continuation.resume(returning: $0) }))
      }
    } onCancel: {
      ticket.cancel()
      push(.cancel(ticket))
    }
    return try result.get()
  }

  func push(_ command: Command) {
    let mustStart = state.withLock { state in
      if case .start = command {} else if !state.isRunning { return false }
      if case .stop = command { state.isStopped = true }
      state.commands.append(command)
      state.alarm?.ring()
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart {
      BlockingThread.start(named: "libcurl") { self.run() }
    }
  }

  // On the thread.

  func take() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  func setAlarm(_ alarm: MultiAlarm?) {
    state.withLock { $0.alarm = alarm }
  }

  private func run() {
    // Signals are the main thread's. With SIGPIPE blocked, a write to a closed connection fails
    // instead of ending the process.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    repeat { runLoop() } while !isFinished()
  }

  /// Without a library, every waiting request fails.
  private func runLoop() {
    do throws(TransferFailure) {
      try TransferLoop(configuration, library: libcurl.loaded(), queue: self).run()
    } catch {
      for case .start(_, let finish) in take() { finish(.failure(error)) }
    }
  }

  /// If no command is queued, the next one starts a new thread.
  private func isFinished() -> Bool {
    state.withLock { state in
      state.isRunning = !state.commands.isEmpty && !state.isStopped
      return !state.isRunning
    }
  }
}

/// A request in the queue, which can be cancelled.
final class TransferTicket: Sendable {
  let step: RedirectStep
  private let wasCancelled = Atomic(false)

  init(_ step: RedirectStep) { self.step = step }

  /// True even if the cancellation overtook the start.
  var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  func cancel() { wasCancelled.store(true, ordering: .releasing) }
}

typealias TransferResult = Result<TransferReply, TransferFailure>

enum TransferReply: Sendable {
  case response(HTTPResponse)
  case connected
  case certificate(Certificate)
}
