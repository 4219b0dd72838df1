import Terminals
import Values

/// The words at the right of the top line: the standing of what is shown. Nothing else composes them.
///
/// LIVE is earned by time: it holds until the next answer is due, and a little longer. A standing that isn't current stands out.
struct Badge: Hashable, Sendable {
  /// The words, from the longest form to the shortest, which always has room.
  let forms: [String]
  let style: Style
  /// The moment at which other words are due if no answer comes until then, in seconds since 1970.
  let expiry: Int?

  /// The number of seconds for which a screen that doesn't refresh itself counts as current.
  static let usualInterval = 30

  /// Creates the badge of a moment.
  ///
  /// - Parameters:
  ///   - interval: The number of seconds after which the screen refreshes itself; nil if it doesn't.
  ///   - isLoading: True while the screen is being loaded.
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
    guard let word = state.word else {
      self.forms = forms([name]) + [""]
      return
    }
    guard state != .live else {
      self.forms = forms(["\(word) \(name)", word])
      return
    }
    let aged = provenance.timestamp.map { "\(word) \(zone.clockTime($0, now: now))" }
    self.forms = forms(
      ["\(aged ?? word) · \(name)"] + [aged].compactMap(\.self) + [word])
  }

  private static func unplugged(_ source: Provenance.Source) -> [String] {
    guard case .unplugged(let name, let day) = source else { return [] }
    return [day.map { "UNPLUGGED \(name) · \($0)" }, "UNPLUGGED \(name)", "UNPLUGGED"]
      .compactMap(\.self)
  }

  /// The first moment at which the data isn't current any more: its own, plus one interval and some slack. Nil for data without a moment.
  private static func expiry(_ provenance: Provenance, _ interval: Int?) -> Int? {
    guard let timestamp = provenance.timestamp else { return nil }
    let interval = min(max(1, interval ?? usualInterval), 1 << 40)
    // An answer takes its time, and what was asked for is dated by the question.
    let slack = min(max(2, interval), 10)
    return min(max(-1 << 40, timestamp), 1 << 40) + interval + slack
  }

  private enum State: Hashable {
    case unasked, live, updating, old, paused
    case failed(String)

    var word: String? {
      switch self {
      case .unasked: nil
      case .live: "LIVE"
      case .updating: "UPDATING"
      case .old: "AS OF"
      case .paused: "PAUSED"
      case .failed(let word): word
      }
    }

    /// The style of the word. Old data stands out only if a refresh was due (`isDue`); otherwise nobody promised one.
    func style(isDue: Bool) -> Style {
      switch self {
      case .unasked, .live: .secondary
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
    case .unasked: return .unasked
    case .awaited: return .updating
    case .offline: return .failed("OFFLINE")
    case .error: return .failed("ERROR")
    case .badAnswer: return .failed("BAD ANSWER")
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

  /// The longest form that leaves the titles their room on a line of so many columns: the name goes first, then the age, never the word.
  func text(columns: Int, titles: Int) -> String {
    for (place, form) in forms.enumerated() where place < forms.count - 1 {
      let room = min(titles, place == 0 ? 24 : 14)
      if CellWidth.of(form) + room <= columns { return form }
    }
    return forms.last ?? ""
  }
}
