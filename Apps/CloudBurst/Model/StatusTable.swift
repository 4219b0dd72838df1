import Accounts
import FoundationEssentials
import Reprise

/// Maps status codes and texts to classes. The user's own table takes precedence, then the code,
/// then well-known words. `status.json` is incomplete, because IBM's table of codes isn't public.
struct StatusTable: Sendable {
  struct Entry: Hashable, Sendable {
    let statusClass: StatusClass
    let english: String
    let evidence: String
  }

  let entries: [String: Entry]
  /// The classes by code or text, in lower case, from the user's config.json.
  private var own: [String: StatusClass] = [:]
}

extension StatusTable {
  /// The codes that IBM's own documents show, and the well-known words.
  static let attested = StatusTable()

  /// An unreadable table is treated as empty. A test checks that it can be read.
  private static let file = (try? JSON(PackageResources.status_json)) ?? .null

  /// Few starts need them: only a status whose code isn't known is classified by its words.
  private static let words = StatusWords(file["words"] ?? .null)

  private init() {
    var entries: [String: Entry] = [:]
    for member in Self.file["attested"]?.members ?? [] {
      entries[member.key] = Entry(member.value)
    }
    self.entries = entries
  }

  /// The key of the user's own table in config.json: `{"RM01099": "failed", "Wartung": "stopped"}`.
  static let settingsKey = "statuses"

  private static let classes: KeyValuePairs<String, StatusClass> = [
    "started": .started, "transition": .inTransition, "stopped": .stopped, "failed": .failed,
    "other": .unknown,
  ]

  init(_ settings: ServerSettings) throws {
    self = .attested
    guard let table = settings.value(Self.settingsKey) else { return }
    let names = Self.classes.map(\.key).joined(separator: ", ")
    func problem(_ text: String) -> UsageError {
      UsageError(
        "\(settings.location(of: Self.settingsKey)): \(text)",
        advice: "Write {\"CODE OR TEXT\": \"CLASS\"}; the classes are \(names).")
    }
    guard let members = table.members else { throw problem("this is \(table.kind)") }
    for member in members {
      guard case .string(let name) = member.value else {
        throw problem("“\(member.key)” is \(member.value.kind)")
      }
      guard let known = Self.classes.first(where: { $0.key == name }) else {
        throw problem("“\(member.key)” is “\(name)”, which isn't a class")
      }
      own[Self.key(member.key)] = known.value
    }
  }

  private static func key(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension StatusTable.Entry {
  fileprivate init?(_ json: JSON) {
    guard let statusClass = json.text("class").flatMap({ StatusClass(rawValue: $0) }),
      let english = json.text("english"), let evidence = json.text("evidence")
    else { return nil }
    self.init(statusClass: statusClass, english: english, evidence: evidence)
  }
}

extension StatusTable {
  /// Without a text, looks up the code as a text, because some servers write a text there.
  func statusClass(of code: String?, text: String?) -> StatusClass {
    if !own.isEmpty {
      for status in [code, text] {
        if let known = status.flatMap({ own[Self.key($0)] }) { return known }
      }
    }
    return code.flatMap { entries[$0]?.statusClass }
      ?? (text ?? code).flatMap { Self.words.statusClass(of: $0) } ?? .unknown
  }

  func english(for code: String?) -> String? {
    code.flatMap { entries[$0]?.english }
  }

  func label(for code: String?, text: String?) -> String? {
    text ?? english(for: code) ?? code
  }
}

/// Classifies status texts by well-known words in the servers' languages, from `status.json`:
/// `stopped` is a whole word or phrase, `stopp*` the beginning of a word, and `*停止*` matches
/// anywhere, for languages that don't separate words. Case and accents are ignored.
struct StatusWords: Sendable {
  private enum Meaning: String, CaseIterable {
    case failed, unknown, transition, stopped, started
    /// The word means success, such as "riuscito". If it is negated, the status is a failure.
    case success
    case negation
  }

  private struct Pattern {
    let bytes: [UInt8]
    let startsWord: Bool
    let endsWord: Bool
    let meaning: Meaning
  }

  private let patterns: [UInt8: [Pattern]]

  init(_ json: JSON) {
    var patterns: [Pattern] = []
    for meaning in Meaning.allCases {
      for case .string(let text) in json[meaning.rawValue]?.array ?? [] {
        patterns.append(
          Pattern(
            bytes: Array(Self.folded(text).filter { $0 != "*" }.utf8),
            startsWord: !text.hasPrefix("*"), endsWord: !text.hasSuffix("*"), meaning: meaning))
      }
    }
    self.patterns = Dictionary(grouping: patterns.filter { !$0.bytes.isEmpty }) { $0.bytes[0] }
      .mapValues { $0.sorted { $0.bytes.count > $1.bytes.count } }
  }

  /// The worst class of several; `nil` if the text contains no known word.
  func statusClass(of text: String) -> StatusClass? {
    // Limits the work for a text of any length from a server.
    let clauses = Self.folded(String(text.prefix(500)))
      .split { ",;:.!?()[]|/\n、。，；：（）".contains($0) }
    let classes = clauses.compactMap { statusClass(ofClause: $0) }
    return StatusClass.allCases.first { classes.contains($0) }
  }

  private func statusClass(ofClause clause: Substring) -> StatusClass? {
    let words = clause.split { !($0.isLetter || $0.isNumber || $0 == "'") }
    let bytes = Array(words.joined(separator: " ").utf8)
    var meanings: Set<Meaning> = []
    var (offset, endOfNegation) = (0, -2)
    while offset < bytes.count {
      guard let pattern = pattern(at: offset, of: bytes) else {
        offset += 1
        continue
      }
      // A word right after a negation is ignored ("no errors"). "Not started" is handled below.
      let isNegated = offset - endOfNegation <= 1
      offset += pattern.bytes.count
      if pattern.meaning == .negation { endOfNegation = offset }
      if !isNegated || [.started, .success, .negation].contains(pattern.meaning) {
        meanings.insert(pattern.meaning)
      }
    }
    let isNegated = meanings.contains(.negation)
    if meanings.contains(.failed) || (isNegated && meanings.contains(.success)) { return .failed }
    if meanings.contains(.unknown) { return .unknown }
    if meanings.contains(.transition) { return .inTransition }
    if meanings.contains(.stopped) { return .stopped }
    guard meanings.contains(.started) else { return nil }
    return isNegated ? .stopped : .started
  }

  private func pattern(at offset: Int, of bytes: [UInt8]) -> Pattern? {
    let blank = UInt8(ascii: " ")
    let isStart = offset == 0 || bytes[offset - 1] == blank
    return patterns[bytes[offset]]?.first { pattern in
      let end = offset + pattern.bytes.count
      return end <= bytes.count && (isStart || !pattern.startsWord)
        && (!pattern.endsWord || end == bytes.count || bytes[end] == blank)
        && bytes[offset..<end].elementsEqual(pattern.bytes)
    }
  }

  private static func folded(_ text: String) -> String {
    text.replacing("’", with: "'").folded
  }
}

/// The class of a system's status. The screen always shows its mark together with its name. The
/// cases are in sort order: those that need the operator's attention come first.
enum StatusClass: String, CaseIterable, Hashable, Sendable {
  case failed
  /// It is sorted near the top, because it may be a failure.
  case unknown
  case inTransition = "in transition"
  case stopped
  case started

  var name: String { rawValue }

  /// "Avviato · started"; the text alone if it is the class's name.
  func beside(_ status: String) -> String {
    status.lowercased() == name ? status : "\(status) · \(name)"
  }

  var mark: Mark {
    switch self {
    case .started: Mark("●", .good)
    case .inTransition: Mark("◐", .busy)
    case .stopped: Mark("■", .neutral)
    case .failed: Mark("✕", .bad)
    case .unknown: Mark("?", .unknown)
    }
  }

  var role: Role { mark.role }

  var sortKey: SortKey { .number(StatusClass.allCases.firstIndex(of: self) ?? 0) }

  static let sortHelp = "Sort by STATUS, failed and unknown first"

  /// Narrow windows never truncate failed and unknown counts.
  static func tally<Row: Sendable>(_ of: @escaping @Sendable (Row) -> StatusClass) -> GroupCounts<
    Row
  > {
    GroupCounts(allCases.map(\.name), urgent: [failed.name, unknown.name]) { of($0).name }
  }
}
