import Core
import Terminals

/// The text at the right of the top line: the data status, highlighted unless it is LIVE. It is
/// LIVE until the next response is due, plus some slack.
struct Badge: Hashable, Sendable {
  /// The text from the longest form to the shortest, which always fits.
  let forms: [String]
  let style: Style
  /// When the text becomes wrong unless a new response arrives, in seconds since 1970.
  let expiry: Int?

  /// The number of seconds for which a screen without a refresh interval counts as current.
  static let usualInterval = 30

  /// `interval` is the screen's refresh interval in seconds; `nil` if it has none.
  init(_ provenance: Provenance, now: Int, interval: Int?, isLoading: Bool, zone: Zone) {
    let recording = provenance.isRecording ? "REC " : ""
    func forms(_ all: [String]) -> [String] {
      recording.isEmpty ? all : all.map { recording + $0 } + all.suffix(1)
    }
    guard case .live(let name) = provenance.source else {
      self.forms = forms(Badge.unplugged(provenance.source))
      style = .secondary
      expiry = nil
      return
    }
    let state = Badge.state(provenance, now: now, interval: interval, isLoading: isLoading)
    expiry = state == .live ? Badge.expiry(provenance, interval) : nil
    style = state.style(isDue: interval != nil)
    guard let label = state.label else {
      self.forms = forms([name]) + [""]
      return
    }
    guard state != .live else {
      self.forms = forms(["\(label) \(name)", label])
      return
    }
    let aged = provenance.timestamp.map { "\(label) \(zone.clockTime($0, now: now))" }
    self.forms = forms(
      ["\(aged ?? label) · \(name)"] + [aged].compactMap(\.self) + [label])
  }

  private static func unplugged(_ source: Provenance.Source) -> [String] {
    guard case .unplugged(let name, let day) = source else { return [] }
    return [day.map { "UNPLUGGED \(name) · \($0)" }, "UNPLUGGED \(name)", "UNPLUGGED"]
      .compactMap(\.self)
  }

  /// One interval and some slack after the data's own time; `nil` for data without a time.
  private static func expiry(_ provenance: Provenance, _ interval: Int?) -> Int? {
    guard let timestamp = provenance.timestamp else { return nil }
    let interval = min(max(1, interval ?? usualInterval), 1 << 40)
    // Responses take time, and they are dated by the time of their request.
    let slack = min(max(2, interval), 10)
    return min(max(-1 << 40, timestamp), 1 << 40) + interval + slack
  }

  private enum State: Hashable {
    case notRequested, live, updating, old, paused
    case failed(String)

    var label: String? {
      switch self {
      case .notRequested: nil
      case .live: "LIVE"
      case .updating: "UPDATING"
      case .old: "AS OF"
      case .paused: "PAUSED"
      case .failed(let label): label
      }
    }

    /// The text's style. Old data is highlighted only if a refresh was due (`isDue`).
    func style(isDue: Bool) -> Style {
      switch self {
      case .notRequested, .live: .secondary
      case .updating: .busy
      case .old: isDue ? .alert : .text
      case .paused: .warning
      case .failed: .alert
      }
    }
  }

  private static func state(
    _ provenance: Provenance, now: Int, interval: Int?, isLoading: Bool
  ) -> State {
    switch provenance.dataStatus {
    case .notRequested: return .notRequested
    case .awaited: return .updating
    case .offline: return .failed("OFFLINE")
    case .error: return .failed("ERROR")
    case .badResponse: return .failed("BAD ANSWER")
    case .deleted: return .failed("DELETED")
    case .noAccess: return .failed("NO ACCESS")
    case .noPassword: return .failed("NO PASSWORD")
    case .notTrusted: return .failed("NOT TRUSTED")
    case .current:
      if provenance.isPaused { return .paused }
      guard let expiry = expiry(provenance, interval), now >= expiry else { return .live }
      return isLoading ? .updating : .old
    }
  }

  /// Drops the name first, then the age, never the status.
  func text(columns: Int, titles: Int) -> String {
    for (index, form) in forms.enumerated() where index < forms.count - 1 {
      let titleColumns = min(titles, index == 0 ? 24 : 14)
      if CellWidth.of(form) + titleColumns <= columns { return form }
    }
    return forms.last ?? ""
  }
}
