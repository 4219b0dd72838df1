import Reprise

/// The words for the progress of a sync, with its rate and the time that is left.
@MainActor final class SyncMeter {
  /// The category that is being received.
  private var title = ""
  /// The second at which its first bytes had come, and their number; nil before. Until then the
  /// server only thinks, which says nothing of the line.
  private var first: (second: Double, bytes: Int)?

  /// Returns the words: "Probes, 1 of 2 · 3.2 of 12.0 MiB · 1.1 MiB/s · 8 s left".
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
    // The first moments say nothing about the rest.
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
