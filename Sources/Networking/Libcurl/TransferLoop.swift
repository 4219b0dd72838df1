import CLibcurl
import Foundation

/// Runs transfers concurrently on one thread, reusing their connections. All of libcurl, except the
/// call that wakes its wait, is called on that thread, so nothing needs a lock. libcurl's resolver
/// has its own threads.
final class TransferLoop {
  private let configuration: LibcurlTransport.Configuration
  private let library: LoadedLibcurl
  private let queue: TransferQueue
  private let multi: UnsafeMutableRawPointer
  private var running: [UnsafeMutableRawPointer: Transfer] = [:]
  /// libcurl's own limit isn't used, because libcurl would count the wait as connecting.
  private var waiting: [(TransferTicket, @Sendable (TransferResult) -> Void)] = []
  /// By origin, so that servers on different ports don't share them.
  private var cookies: [String: CookieJar] = [:]
  private var doubt = StaleConnectionDetector()
  private var isStopped = false

  init(
    _ configuration: LibcurlTransport.Configuration, library: LoadedLibcurl, queue: TransferQueue
  ) throws(TransferFailure) {
    guard let multi = reprise_libcurl_multi_make(library.functions) else {
      throw TransferLoop.canOpenFiles ? .libraryFailed("out of memory") : .tooManyFiles
    }
    // If no file can be opened, releases before 8.23 succeed nevertheless, but their wait could not
    // be ended.
    guard reprise_libcurl_multi_wake(library.functions, multi) == 0 else {
      reprise_libcurl_multi_free(library.functions, multi)
      throw .tooManyFiles
    }
    self.configuration = configuration
    self.library = library
    self.queue = queue
    self.multi = multi
  }

  /// A newer libcurl reports only that it failed.
  private static var canOpenFiles: Bool {
    let copy = dup(STDIN_FILENO)
    guard copy >= 0 else { return errno != EMFILE && errno != ENFILE }
    close(copy)
    return true
  }

  deinit { reprise_libcurl_multi_free(library.functions, multi) }

  func run() {
    queue.setAlarm(MultiAlarm(library: library, multi: multi))
    while !isStopped {
      for command in queue.take() { obey(command) }
      startWaiting()
      // Fails only in a broken library; running transfers then time out.
      _ = reprise_libcurl_multi_perform(library.functions, multi)
      takeFinished()
      let patience = endSilent()
      if !isStopped, waiting.isEmpty || isFull {
        _ = reprise_libcurl_multi_wait(library.functions, multi, patience)
      }
    }
    // After this the alarm isn't rung any more, so its target can be freed.
    queue.setAlarm(nil)
    for transfer in running.values { end(transfer, .failure(.cancelled)) }
    for (_, finish) in waiting { finish(.failure(.cancelled)) }
  }

  private func obey(_ command: TransferQueue.Command) {
    switch command {
    // If the cancellation came before the start, it found no transfer to end.
    case .start(let ticket, let finish) where ticket.isCancelled: finish(.failure(.cancelled))
    case .start(let ticket, let finish): waiting.append((ticket, finish))
    case .cancel(let ticket):
      if let transfer = running.values.first(where: { $0.ticket === ticket }) {
        end(transfer, .failure(.cancelled))
      } else if let index = waiting.firstIndex(where: { $0.0 === ticket }) {
        waiting.remove(at: index).1(.failure(.cancelled))
      }
    // Running transfers continue with the old cookies.
    case .forgetCookies: cookies = [:]
    case .stop: isStopped = true
    }
  }

  private var isFull: Bool { running.count >= max(1, configuration.concurrentRequests) }

  private func startWaiting() {
    while !waiting.isEmpty, !isFull {
      let (ticket, finish) = waiting.removeFirst()
      do throws(TransferFailure) {
        let transfer = try Transfer(
          ticket, configuration, library: library, cookies: cookieJar(for: ticket.step),
          alone: doubt.isThere, finish: finish)
        try library.require(
          reprise_libcurl_multi_add(library.functions, multi, transfer.easy))
        running[transfer.easy] = transfer
      } catch {
        finish(.failure(error))
      }
    }
  }

  private func cookieJar(for step: RedirectStep) throws(TransferFailure) -> CookieJar? {
    guard step.takesCookies else { return nil }
    if let jar = cookies[step.address.origin] { return jar }
    let jar = try CookieJar(library)
    cookies[step.address.origin] = jar
    return jar
  }

  private func takeFinished() {
    var code: Int32 = 0
    while let easy = reprise_libcurl_multi_next(library.functions, multi, &code) {
      guard let transfer = running[easy] else { continue }
      end(transfer, transfer.result(code))
    }
  }

  /// Returns the time until the next deadline, in milliseconds.
  private func endSilent() -> Int32 {
    let now = ContinuousClock.now
    for transfer in running.values {
      if transfer.isSilent(at: now) {
        end(transfer, .failure(.silent))
      } else if transfer.isSlow(at: now) {
        end(transfer, .failure(.slow))
      }
    }
    guard let next = running.values.map(\.deadline).min() else { return .max }
    // Rounded up: a wait that ends just before the deadline would be followed by waits of zero
    // length.
    return Int32(clamping: Int((next - now) / .milliseconds(1)) + 1)
  }

  private func end(_ transfer: Transfer, _ result: TransferResult) {
    running[transfer.easy] = nil
    doubt.note(result)
    if case .failure(.silent) = result { transfer.forbidReuse() }
    // Finished first, because older releases block here until their resolver thread ends. The
    // transfer retains everything that libcurl uses until then.
    transfer.finish(result)
    _ = reprise_libcurl_multi_remove(library.functions, multi, transfer.easy)
  }
}

struct MultiAlarm: @unchecked Sendable {
  fileprivate let library: LoadedLibcurl
  // Used only with the one function that any thread may call; and the loop clears the alarm before
  // it frees this.
  fileprivate let multi: UnsafeMutableRawPointer

  func ring() { _ = reprise_libcurl_multi_wake(library.functions, multi) }
}

/// Cookies in memory, freed with the last transfer that uses them.
final class CookieJar {
  private let library: LoadedLibcurl
  let share: UnsafeMutableRawPointer

  init(_ library: LoadedLibcurl) throws(TransferFailure) {
    guard let share = reprise_libcurl_cookies_make(library.functions) else {
      throw .libraryFailed("out of memory")
    }
    self.library = library
    self.share = share
  }

  deinit { reprise_libcurl_cookies_free(library.functions, share) }
}

/// Makes the next transfer after a timeout open a new connection, because the old one may be dead:
/// libcurl ends only the transfer's stream with HTTP/2, and reuses the connection for the next
/// transfer (curl/curl#17225).
struct StaleConnectionDetector {
  private(set) var isThere = false

  mutating func note(_ result: TransferResult) {
    switch result {
    case .success: isThere = false
    case .failure(.silent): isThere = true
    case .failure: break
    }
  }
}
