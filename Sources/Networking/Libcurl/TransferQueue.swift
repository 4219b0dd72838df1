import Foundation
import Synchronization

/// The commands to the thread of the transfers, from whatever thread.
///
/// The thread is started by the first hop, and ends when the transport that owns the queue does.
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
    /// Ends the thread's wait; nil while it doesn't wait.
    var alarm: MultiAlarm?
  }

  private let configuration: LibcurlTransport.Configuration
  private let libcurl: Libcurl
  private let state = Mutex(State())

  init(_ configuration: LibcurlTransport.Configuration, libcurl: Libcurl) {
    self.configuration = configuration
    self.libcurl = libcurl
  }

  /// Returns the reply to a hop. Cancelling the task takes the hop back at once.
  nonisolated(nonsending) func reply(to hop: RedirectStep) async throws(TransferFailure)
    -> TransferReply
  {
    let ticket = TransferTicket(hop)
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

  /// Tells the thread to do something, in the order of the calls.
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
      let thread = Thread { self.run() }
      thread.name = "libcurl"
      thread.start()
    }
  }

  // On the thread.

  /// Takes the commands that wait.
  func take() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Sets the alarm that wakes the thread from now on.
  func setAlarm(_ alarm: MultiAlarm?) {
    state.withLock { $0.alarm = alarm }
  }

  private func run() {
    // Signals are the main thread's; and a write to a closed connection is to fail, not to end the process.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    repeat { runLoop() } while !isFinished()
  }

  /// Runs the loop. Without a library there is none, and every hop that waits fails.
  private func runLoop() {
    do throws(TransferFailure) {
      try TransferLoop(configuration, library: libcurl.loaded(), queue: self).run()
    } catch {
      for case .start(_, let finish) in take() { finish(.failure(error)) }
    }
  }

  /// Tells whether no command came meanwhile: then the next one starts a new thread.
  private func isFinished() -> Bool {
    state.withLock { state in
      state.isRunning = !state.commands.isEmpty && !state.isStopped
      return !state.isRunning
    }
  }
}

/// One hop on its way through the queue.
final class TransferTicket: Sendable {
  let hop: RedirectStep
  private let wasCancelled = Atomic(false)

  init(_ hop: RedirectStep) { self.hop = hop }

  /// True if the hop was cancelled, also if the cancellation overtook the start.
  var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  func cancel() { wasCancelled.store(true, ordering: .releasing) }
}

typealias TransferResult = Result<TransferReply, TransferFailure>

/// The outcome of a hop, by its purpose.
enum TransferReply: Sendable {
  case answer(HTTPResponse)
  case connected
  case certificate(Certificate)
}
