import Reprise

/// The meanings of status codes and texts. The data is in `status.json`; IBM's complete table of
/// codes isn't public.
///
/// The user's own table counts first, then the code, then well-known words of the text. What is in
/// none of them is of the class unknown, and is shown as it is.
struct StatusTable: Sendable {
  struct Entry: Hashable, Sendable {
    let statusClass: StatusClass
    let english: String
    /// The place where the code was seen.
    let evidence: String
  }

  /// The entries by their codes.
  let entries: [String: Entry]
  private let words: StatusWords
  /// The classes by codes and texts in lower case, as the user has them in config.json.
  private var own: [String: StatusClass] = [:]
}

extension StatusTable {
  /// The codes that IBM's own texts show, and the words.
  static let attested = StatusTable()

  private init() {
    // A table that can't be read is an empty one: every status is then unknown. A test reads it.
    let file = (try? JSON(PackageResources.status_json)) ?? .null
    var entries: [String: Entry] = [:]
    for member in file["attested"]?.members ?? [] { entries[member.key] = Entry(member.value) }
    self.init(entries: entries, words: StatusWords(file["words"] ?? .null))
  }

  /// The key in config.json of the user's own table: `{"RM01099": "failed", "Wartung": "stopped"}`.
  static let settingsKey = "statuses"

  private static let classes: KeyValuePairs<String, StatusClass> = [
    "started": .started, "transition": .inTransition, "stopped": .stopped, "failed": .failed,
    "other": .unknown,
  ]

  /// Reads the user's own table. Throws `UsageError` for anything that isn't understood.
  init(_ settings: ServerSettings) throws {
    self = .attested
    guard let table = settings.value(Self.settingsKey) else { return }
    let names = Self.classes.map(\.key).joined(separator: ", ")
    func problem(_ text: String) -> UsageError {
      UsageError(
        "\(settings.place(of: Self.settingsKey)): \(text)",
        advice: "Write {\"CODE OR TEXT\": \"CLASS\"}; the classes are \(names).")
    }
    guard let members = table.members else { throw problem("this is \(table.kind)") }
    for member in members {
      guard case .string(let name) = member.value else {
        throw problem("“\(member.key)” is \(member.value.kind)")
      }
      guard let known = Self.classes.first(where: { $0.key == name }) else {
        throw problem("“\(member.key)” is “\(name)”, which is no class")
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
  /// Returns the class of a status. A server that gives no text may write words for codes.
  func statusClass(of code: String?, text: String?) -> StatusClass {
    if !own.isEmpty {
      for status in [code, text] {
        if let known = status.flatMap({ own[Self.key($0)] }) { return known }
      }
    }
    return code.flatMap { entries[$0]?.statusClass }
      ?? (text ?? code).flatMap { words.statusClass(of: $0) } ?? .unknown
  }

  /// Returns a code's name in English: "Starting".
  func english(for code: String?) -> String? {
    code.flatMap { entries[$0]?.english }
  }

  /// Returns the server's text for a code; else English, else the code itself.
  func word(for code: String?, text: String?) -> String? {
    text ?? english(for: code) ?? code
  }
}
