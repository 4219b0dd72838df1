import Reprise

/// Maps status codes and texts to classes. The data in `status.json` is incomplete, because IBM's
/// table of codes isn't public.
///
/// The user's own table takes precedence, then the code, then well-known words of the text. A
/// status that none of them knows has the class unknown, and is shown as received.
struct StatusTable: Sendable {
  struct Entry: Hashable, Sendable {
    let statusClass: StatusClass
    let english: String
    /// The document in which the code was found.
    let evidence: String
  }

  let entries: [String: Entry]
  private let words: StatusWords
  /// The classes by code or text, in lower case, from the user's config.json.
  private var own: [String: StatusClass] = [:]
}

extension StatusTable {
  /// The codes that IBM's own documents show, and the well-known words.
  static let attested = StatusTable()

  private init() {
    // An unreadable table is treated as empty. A test checks that it can be read.
    let file = (try? JSON(PackageResources.status_json)) ?? .null
    var entries: [String: Entry] = [:]
    for member in file["attested"]?.members ?? [] { entries[member.key] = Entry(member.value) }
    self.init(entries: entries, words: StatusWords(file["words"] ?? .null))
  }

  /// The key of the user's own table in config.json: `{"RM01099": "failed", "Wartung": "stopped"}`.
  static let settingsKey = "statuses"

  private static let classes: KeyValuePairs<String, StatusClass> = [
    "started": .started, "transition": .inTransition, "stopped": .stopped, "failed": .failed,
    "other": .unknown,
  ]

  /// Reads the user's own table. Throws `UsageError` if an entry is invalid.
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
  /// Returns the class of a status. Without a text, the code is also looked up as a text, because
  /// some servers write a text there.
  func statusClass(of code: String?, text: String?) -> StatusClass {
    if !own.isEmpty {
      for status in [code, text] {
        if let known = status.flatMap({ own[Self.key($0)] }) { return known }
      }
    }
    return code.flatMap { entries[$0]?.statusClass }
      ?? (text ?? code).flatMap { words.statusClass(of: $0) } ?? .unknown
  }

  func english(for code: String?) -> String? {
    code.flatMap { entries[$0]?.english }
  }

  /// Returns the text to show: the server's, else the English name of the code, else the code.
  func word(for code: String?, text: String?) -> String? {
    text ?? english(for: code) ?? code
  }
}
