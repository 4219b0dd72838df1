import Reprise

/// The status codes whose meaning is known. The data is in `status.json`; IBM's complete table isn't public.
///
/// A code that isn't here is of the class unknown, and is shown as it is.
struct StatusTable: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let statusClass: StatusClass
    let english: String
    /// The place where the code was seen.
    let evidence: String
  }

  /// The entries by their codes.
  let entries: [String: Entry]
}

extension StatusTable {
  /// The codes that IBM's own texts show: the table for every server and every recorded answer.
  static let attested = StatusTable(groups: ["attested"])

  /// The table for the built-in fixture alone: the attested codes, and placeholders for states whose real codes aren't known.
  static let demoData = StatusTable(groups: ["attested", "built-in fixture"])

  private init(groups: [String]) {
    // A table that can't be read is an empty one: every code is then shown as it is. A test reads it.
    let file = (try? JSON(PackageResources.status_json)) ?? .null
    var entries: [String: Entry] = [:]
    for member in groups.flatMap({ file[$0]?.members ?? [] }) {
      entries[member.key] = Entry(member.value)
    }
    self.init(entries: entries)
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
  func statusClass(of code: String?) -> StatusClass {
    code.flatMap { entries[$0]?.statusClass } ?? .unknown
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
