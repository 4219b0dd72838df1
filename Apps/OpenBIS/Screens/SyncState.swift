import Accounts
import Reprise

struct SyncState {
  /// Whether a sync is running, here or in another process that this one waits for.
  var isUnderWay = false
  var wantsEverything = false
  /// The time is in seconds since 1970.
  var last: (end: End, timestamp: Int)?

  var failureText: String?

  enum End {
    case whole
    /// The sync was cancelled. It isn't resumed until the user requests it.
    case stopped
    case failed
  }

  /// In seconds between two syncs, whatever interval an instance prefers.
  static let minimumInterval = 60

  func isWanted(_ root: InstanceRoot, _ loadReason: LoadReason, at now: Int) -> Bool {
    if loadReason == .userRefresh { return true }
    guard root.isDue else { return false }
    guard let last else { return true }
    let isIntervalOver = now < last.timestamp || now - last.timestamp >= Self.minimumInterval
    switch last.end {
    case .whole: return isIntervalOver
    case .stopped: return false
    // After a failure, the next automatic refresh retries.
    case .failed: return isIntervalOver || loadReason == .timer
    }
  }
}

/// Syncs run in the background and continue while the user opens other screens. A screen is
/// reloaded when new entities for it arrive.
extension Viewer {
  func syncIfDue(_ root: InstanceRoot, _ load: Load<some Sendable>) {
    guard reader.usesServer, syncing.isWanted(root, load.loadReason, at: reader.timestamp) else {
      return
    }
    begin(load)
  }

  func resumeSync(_ client: EntityClient, _ load: Load<some Sendable>) async throws {
    // Refreshing this screen doesn't mean refreshing all entities.
    guard reader.usesServer, client.policy == .server, load.loadReason != .userRefresh,
      !syncing.isUnderWay, let root = try await EntityClient(client.source).storedRoot()
    else { return }
    syncIfDue(root, load)
  }

  private func begin(_ load: Load<some Sendable>) {
    let isUserRequested = load.loadReason == .userRefresh
    load.runInBackground(
      BackgroundWork("sync", stop: "x", help: "Stop the sync; what arrived stays") {
        [weak self] navigator in
        await self?.sync(navigator, isUserRequested: isUserRequested)
      })
  }

  private func sync(_ navigator: Navigator, isUserRequested: Bool) async {
    syncing.isUnderWay = true
    repeat {
      let scope = syncing.wantsEverything ? SyncScope.everything : .changes
      syncing.wantsEverything = false
      await sync(scope, navigator, isUserRequested: isUserRequested)
    } while syncing.wantsEverything && !Task.isCancelled
    syncing.isUnderWay = false
    navigator.reload([Route.navigation, .tree])
  }

  private func sync(_ scope: SyncScope, _ navigator: Navigator, isUserRequested: Bool) async {
    let clock = ContinuousClock()
    let began = clock.now
    let meter = SyncMeter()
    do {
      let report = try await reader.client.source.sync(scope) { event in
        let seconds = (clock.now - began) / .seconds(1)
        Task { @MainActor in
          switch event {
          case .requesting(let progress):
            navigator.say(progress: "Syncing… \(meter.text(progress, after: seconds))")
          case .runningElsewhere(let done, let total):
            navigator.say(progress: "Another window is syncing: \(done) of \(total)")
          case .stored(let categories):
            navigator.reload([.navigation, .tree] + categories.map { Route.family(of: $0) })
          }
        }
      }
      syncing.last = (report.failures.isEmpty ? .whole : .failed, reader.timestamp)
      if let text = report.failureText {
        reportFailure(text, navigator, isUserRequested: isUserRequested)
      } else {
        syncing.failureText = nil
        guard isUserRequested else { return }
        navigator.notify(
          report.wasCompletedElsewhere
            ? "Another window has synced meanwhile."
            : "Synced: \(report.count.counted(ListContent<EntityRow>.noun)) came.")
      }
    } catch {
      syncing.last = (Task.isCancelled ? .stopped : .failed, reader.timestamp)
      guard !Task.isCancelled else {
        return navigator.notify(
          "Sync stopped. What arrived stays cached; r in the first list resumes.")
      }
      reportFailure(
        "Sync interrupted: \(StatusMessage(problem: "", error).text)", navigator,
        isUserRequested: isUserRequested
      )
    }
  }

  /// An automatic sync doesn't report the same failure twice in a row.
  private func reportFailure(_ text: String, _ navigator: Navigator, isUserRequested: Bool) {
    if isUserRequested || text != syncing.failureText { navigator.notify(text) }
    syncing.failureText = text
  }
}

@MainActor final class SyncMeter {
  private var title = ""
  /// The rate is measured from the first data, because the server needs time to respond.
  private var first: (second: Double, bytes: Int)?

  /// "Probes, 1 of 2 · 3.2 of 12.0 MiB · 1.1 MiB/s · 8 s left"; `seconds` since the sync began.
  func text(_ progress: SyncProgress, after seconds: Double) -> String {
    if progress.title != title { (title, first) = (progress.title, nil) }
    let position =
      "\(progress.title), \(min(progress.done + 1, progress.total)) of \(progress.total)"
    guard progress.received > 0 else { return position }
    var parts = [
      position, HTTPProgress(received: progress.received, expected: progress.expected).text,
    ]
    let start = first ?? (seconds, progress.received)
    first = start
    let elapsed = seconds - start.second
    // The rate of the first half second isn't representative.
    if elapsed >= 0.5 {
      let rate = Double(progress.received - start.bytes) / elapsed
      parts.append("\(Int(rate).byteCountText)/s")
      if let expected = progress.expected, expected > progress.received, rate > 0 {
        parts.append("\(Self.durationText(Double(expected - progress.received) / rate)) left")
      }
    }
    return parts.joined(separator: " · ")
  }

  private static func durationText(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e6).rounded(.up))
    return whole < 100 ? "\(whole) s" : "\((whole / 60).grouped) min"
  }
}
