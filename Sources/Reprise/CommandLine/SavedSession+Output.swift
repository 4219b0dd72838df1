import Controllers
import Core
import Restoration

extension SavedSession {
  private var snapshot: Snapshot? {
    if case .snapshot(let snapshot) = contents { snapshot } else { nil }
  }

  /// The titles of the session's screens, or why they aren't known.
  private var contentsDescription: String {
    switch contents {
    case .nothing: "nothing is saved yet"
    case .sealed: "sealed; the user's password opens it"
    case .unreadable(let reason): "can't be read: \(reason)"
    case .newer(let format): "saved by a newer release (format \(format))"
    case .snapshot(let snapshot): snapshot.breadcrumb
    }
  }

  private var savedAt: String {
    // The date of an encrypted session is inside it. The file's date is the same unless the file
    // was copied.
    (snapshot?.savedAt ?? writtenAt).map { Timestamp(seconds: $0).iso } ?? ""
  }

  fileprivate var owningAccount: String { (snapshot?.account ?? account)?.description ?? "" }

  /// The name of the machine to which the session belongs, if it isn't this one; otherwise `nil`.
  var elsewhere: String? { machine == ThisMachine.name ? nil : machine }

  /// The process that has the session open, or a text that says that none has it open or it isn't
  /// known.
  private var openStatus: String {
    owner ?? (elsewhere == nil ? "no" : "can't be told from here")
  }

  static let columns = [
    Column<SavedSession>("name", heading: "NAME", width: .flexible(8...40), text: { $0.name }),
    Column("saved", heading: "SAVED", width: .fixed(20), text: { $0.savedAt }),
    Column("for", heading: "FOR", width: .flexible(8...40), text: { $0.owningAccount }),
    Column("at", heading: "AT", width: .flexible(8...60), text: { $0.contentsDescription }),
    Column("open", heading: "OPEN", width: .flexible(4...60), text: { $0.openStatus }),
    Column(
      "terminal", heading: "TERMINAL", width: .flexible(8...40),
      text: { $0.terminalIdentity?.description ?? "" }),
  ]

  var summary: JSON {
    .object([
      .init("name", .string(name)), .init("path", .string(path)), .init("saved", .string(savedAt)),
      .init("for", .string(owningAccount)), .init("at", .string(contentsDescription)),
      .init("open", owner == nil && elsewhere == nil ? .null : .string(openStatus)),
      .init("terminal", terminalIdentity.map { .string($0.description) } ?? .null),
      .init("files", .array(files.map { .string($0) })),
    ])
  }

  var detail: Detail {
    var rows = [
      DetailRow.labelled("File", path), DetailRow.labelled("Size", "\(byteCount) bytes"),
      DetailRow.labelled("Open", openStatus),
    ]
    if let snapshot {
      rows += [
        DetailRow.labelled("Saved", savedAt),
        DetailRow.labelled("By", snapshot.author ?? "unknown"),
        DetailRow.labelled("Release", "\(snapshot.application) \(snapshot.version)"),
      ]
    } else {
      if !savedAt.isEmpty { rows.append(DetailRow.labelled("Saved", savedAt)) }
      rows.append(DetailRow.labelled("Contents", contentsDescription))
    }
    if !owningAccount.isEmpty { rows.append(DetailRow.labelled("For", owningAccount)) }
    if let terminalIdentity {
      rows.append(DetailRow.labelled("Terminal", terminalIdentity.description))
    }
    for file in files where file != path { rows.append(DetailRow.labelled("Beside it", file)) }
    let sections = [DetailSection(rows: rows)] + (snapshot?.entries ?? []).map(Self.section)
    return Detail(title: name, headline: "Session “\(name)”", sections: sections)
  }

  private static func section(_ entry: Snapshot.Entry) -> DetailSection {
    guard let contents = entry.contents else {
      return DetailSection("A screen that can't be read", rows: [])
    }
    let route: JSON =
      switch contents.route {
      case .application(let json), .framework(let json): json
      }
    let title = contents.title.isEmpty ? "The first screen" : contents.title
    return DetailSection(
      title, rows: [screen(route)].compactMap(\.self) + rows(route, []) + rows(contents.state, []))
  }

  /// A row with the screen's name if the route has no parameters; otherwise `nil`.
  private static func screen(_ route: JSON) -> DetailRow? {
    guard let member = route.members?.first, member.value == .object([]) else { return nil }
    return .labelled("screen", label(for: member.key))
  }

  /// A row for each non-empty value, labelled by its path of keys: `selected id`.
  private static func rows(_ json: JSON, _ labels: [String]) -> [DetailRow] {
    switch json {
    case .null, .string(""), .array([]), .object([]):
      return []
    case .object(let members):
      return members.flatMap { rows($0.value, labels + [label(for: $0.key)]) }
    case .array(let elements):
      let texts = elements.map { $0.string ?? String(decoding: $0.bytes, as: UTF8.self) }
      return [DetailRow.labelled(labels.joined(separator: " "), texts.joined(separator: ", "))]
    case .string(let text): return [DetailRow.labelled(labels.joined(separator: " "), text)]
    case .bool(let value):
      return [DetailRow.labelled(labels.joined(separator: " "), value ? "yes" : "no")]
    case .number(let text): return [DetailRow.labelled(labels.joined(separator: " "), text)]
    }
  }

  /// Splits camel case into words: `selected id` for `selectedID`.
  private static func label(for key: String) -> String {
    var text = ""
    var wasLower = false
    for character in key where character != "_" {
      if character.isUppercase, wasLower { text += " " }
      wasLower = character.isLowercase
      text += character.lowercased()
    }
    return text
  }
}
