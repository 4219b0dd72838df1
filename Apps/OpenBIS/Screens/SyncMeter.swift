import Reprise

/// Describes the progress of a sync, with its rate and the remaining time.
@MainActor final class SyncMeter {
  /// The category being received.
  private var title = ""
  /// The time and size of the category's first data; `nil` before. The rate is measured from there,
  /// because the server needs time to compute the response.
  private var first: (second: Double, bytes: Int)?

  /// Returns a description: "Probes, 1 of 2 · 3.2 of 12.0 MiB · 1.1 MiB/s · 8 s left".
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - seconds: The seconds since the sync began.
  func words(_ progress: SyncProgress, after seconds: Double) -> String {
    if progress.title != title { (title, first) = (progress.title, nil) }
    let place = "\(progress.title), \(min(progress.done + 1, progress.total)) of \(progress.total)"
    guard progress.received > 0 else { return place }
    var words = [
      place, HTTPProgress(received: progress.received, expected: progress.expected).words,
    ]
    let start = first ?? (seconds, progress.received)
    first = start
    let elapsed = seconds - start.second
    // The rate of the first half second isn't representative.
    if elapsed >= 0.5 {
      let rate = Double(progress.received - start.bytes) / elapsed
      words.append("\(Int(rate).bytesWords)/s")
      if let expected = progress.expected, expected > progress.received, rate > 0 {
        words.append("\(Self.words(Double(expected - progress.received) / rate)) left")
      }
    }
    return words.joined(separator: " · ")
  }

  private static func words(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e6).rounded(.up))
    return whole < 100 ? "\(whole) s" : "\((whole / 60).grouped) min"
  }
}
