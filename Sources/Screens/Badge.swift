import Terminals
import Values

/// The words at the right of the top line: how what is shown stands to what its source has now. The one place that composes them.
///
/// LIVE is earned by time: it holds for as long as the next answer isn't due, and a little longer. What isn't current stands out.
struct Badge: Hashable, Sendable {
  /// From the longest to the shortest, which always has room.
  let forms: [String]
  let style: Style
  /// When other words are due if no answer comes until then, in seconds since 1970.
  let expiry: Int?

  /// A screen that isn't looked at again by itself counts as current for so many seconds.
  static let usualInterval = 30

  /// A badge at a moment.
  ///
  /// - Parameters:
  ///   - interval: After how many seconds the screen is loaded again by itself; nil if it isn't.
  ///   - isLoading: Whether it is being loaded.
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
    let aged = provenance.moment.map { "\(word) \(zone.clockTime($0, now: now))" }
    self.forms = forms(
      ["\(aged ?? word) · \(name)"] + [aged].compactMap(\.self) + [word])
  }

  private static func unplugged(_ source: Provenance.Source) -> [String] {
    guard case .unplugged(let name, let day) = source else { return [] }
    return [day.map { "UNPLUGGED \(name) · \($0)" }, "UNPLUGGED \(name)", "UNPLUGGED"]
      .compactMap(\.self)
  }

  /// The last moment at which data counts as heard within the last interval, and one second.
  private static func expiry(_ provenance: Provenance, _ interval: Int?) -> Int? {
    guard let moment = provenance.moment else { return nil }
    let interval = min(max(1, interval ?? usualInterval), 1 << 40)
    // An answer takes its time, and what was asked for is dated by the question.
    let slack = min(max(2, interval), 10)
    return min(max(-1 << 40, moment), 1 << 40) + interval + slack
  }

  private enum State: Hashable {
    case unasked, live, updating, old, paused, failed(String)

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

    /// What nobody has promised to look at again (`isDue` says whether somebody has) is merely as old as it is.
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
    switch provenance.standing {
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

  /// The longest form that leaves the titles their room on a line of so many columns: first the name goes, then the age, never the word.
  func text(columns: Int, titles: Int) -> String {
    for (place, form) in forms.enumerated() where place < forms.count - 1 {
      let room = min(titles, place == 0 ? 24 : 14)
      if CellWidth.of(form) + room <= columns { return form }
    }
    return forms.last ?? ""
  }
}
