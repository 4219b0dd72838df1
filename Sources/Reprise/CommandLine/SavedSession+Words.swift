import Controllers
import Restoration
import Values

extension SavedSession {
  private var snapshot: Snapshot? {
    if case .snapshot(let snapshot) = contents { snapshot } else { nil }
  }

  /// The place of the session: the titles of its screens.
  private var place: String {
    switch contents {
    case .nothing: "nothing is saved yet"
    case .sealed: "sealed; the user's password opens it"
    case .unreadable(let reason): "can't be read: \(reason)"
    case .newer(let format): "saved by a newer release (format \(format))"
    case .snapshot(let snapshot): snapshot.place
    }
  }

  private var savedAt: String {
    // What is sealed has its date inside. The file's is the same, for as long as nobody copies it.
    (snapshot?.savedAt ?? writtenAt).map { UTCTime(secondsSince1970: $0).description } ?? ""
  }

  fileprivate var owningAccount: String { (snapshot?.account ?? account)?.words ?? "" }

  /// The other machine whose own session it is; nil if there is none.
  var elsewhere: String? { machine == ThisMachine.name ? nil : machine }

  /// The process that has the session open, in words.
  private var openness: String {
    owner ?? (elsewhere == nil ? "no" : "can't be told from here")
  }

  static let columns = [
    Column<SavedSession>("name", heading: "NAME", width: .flexible(8...40), text: { $0.name }),
    Column("saved", heading: "SAVED", width: .fixed(20), text: { $0.savedAt }),
    Column("for", heading: "FOR", width: .flexible(8...40), text: { $0.owningAccount }),
    Column("at", heading: "AT", width: .flexible(8...60), text: { $0.place }),
    Column("open", heading: "OPEN", width: .flexible(4...60), text: { $0.openness }),
    Column(
      "terminal", heading: "TERMINAL", width: .flexible(8...40),
      text: { $0.terminalPlace?.words ?? "" }),
  ]

  var summary: JSON {
    .object([
      .init("name", .string(name)), .init("path", .string(path)), .init("saved", .string(savedAt)),
      .init("for", .string(owningAccount)), .init("at", .string(place)),
      .init("open", owner == nil && elsewhere == nil ? .null : .string(openness)),
      .init("terminal", terminalPlace.map { .string($0.words) } ?? .null),
      .init("files", .array(files.map { .string($0) })),
    ])
  }

  /// Everything that is saved, in words.
  var detail: Detail {
    var rows = [
      DetailRow.labelled("File", path), DetailRow.labelled("Size", "\(byteCount) bytes"),
      DetailRow.labelled("Open", openness),
    ]
    if let snapshot {
      rows += [
        DetailRow.labelled("Saved", savedAt),
        DetailRow.labelled("By", snapshot.author ?? "nobody known"),
        DetailRow.labelled("Release", "\(snapshot.application) \(snapshot.version)"),
      ]
    } else {
      if !savedAt.isEmpty { rows.append(DetailRow.labelled("Saved", savedAt)) }
      rows.append(DetailRow.labelled("Contents", place))
    }
    if !owningAccount.isEmpty { rows.append(DetailRow.labelled("For", owningAccount)) }
    if let terminalPlace { rows.append(DetailRow.labelled("Terminal", terminalPlace.words)) }
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

  /// The row that names the screen, if its route says no more than that; nil otherwise.
  private static func screen(_ route: JSON) -> DetailRow? {
    guard let member = route.members?.first, member.value == .object([]) else { return nil }
    return .labelled("screen", spoken(member.key))
  }

  /// A row for every value there is, under the words of its keys: `selected id`.
  private static func rows(_ json: JSON, _ words: [String]) -> [DetailRow] {
    switch json {
    case .null, .string(""), .array([]), .object([]):
      return []
    case .object(let members): return members.flatMap { rows($0.value, words + [spoken($0.key)]) }
    case .array(let elements):
      let texts = elements.map { $0.string ?? String(decoding: $0.bytes, as: UTF8.self) }
      return [DetailRow.labelled(words.joined(separator: " "), texts.joined(separator: ", "))]
    case .string(let text): return [DetailRow.labelled(words.joined(separator: " "), text)]
    case .bool(let value):
      return [DetailRow.labelled(words.joined(separator: " "), value ? "yes" : "no")]
    case .number(let text): return [DetailRow.labelled(words.joined(separator: " "), text)]
    }
  }

  /// `selectedID` as one says it: `selected id`.
  private static func spoken(_ key: String) -> String {
    var words = ""
    var wasLower = false
    for character in key where character != "_" {
      if character.isUppercase, wasLower { words += " " }
      wasLower = character.isLowercase
      words += character.lowercased()
    }
    return words
  }
}
