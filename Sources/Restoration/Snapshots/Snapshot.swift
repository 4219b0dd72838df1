public import Core

/// A saved session of an application: the open screens with their state, the account, and the time
/// when it was saved.
public struct Snapshot: Hashable, Sendable {
  /// The name of the application that saved the session.
  public var application: String
  /// The release of the application that saved the session, such as "1.4.2".
  public var version: String
  /// The newest release of the application that ever saved the session. An older release that saves
  /// the session retains the keys that it doesn't know.
  public var newestVersion: String
  /// The user and the machine that saved the session, such as `luca@bastion`; `nil` if unknown.
  public var author: String?
  /// The account to which the session belongs; `nil` if the session has none.
  public var account: Account?
  /// The time when the session was saved, in seconds since 1970. Use it only for display, because
  /// clocks may be wrong; the newest snapshot is determined by a generation number in the file.
  public var savedAt: Int
  /// The saved data of the open screens, from the root to the topmost one.
  public var entries: [Entry]
  /// The latest status messages of the application.
  public var messages: MessageLog
  /// Keys that this release doesn't know, because a newer one wrote them. They are saved again
  /// unchanged.
  public var others: [JSON.Member] = []

  /// Creates a snapshot of a session.
  ///
  ///     Snapshot(application: "cloudburst", version: "0.1.0", account: nil, savedAt: now,
  ///       entries: entries)
  public init(
    application: String, version: String, newestVersion: String? = nil, author: String? = nil,
    account: Account?, savedAt: Int, entries: [Entry],
    messages: MessageLog = MessageLog(), others: [JSON.Member] = []
  ) {
    self.messages = messages
    self.application = application
    self.version = version
    self.newestVersion = newestVersion ?? version
    self.author = author
    self.others = others
    self.account = account
    self.savedAt = savedAt
    self.entries = entries
  }

  /// The saved data of one screen: its route, title, state, and the version of the state's format.
  ///
  /// An entry stores its original bytes. When a session is restored, only the topmost screen is
  /// built at once. The entries of other screens can be saved again unchanged, even if another
  /// release wrote them.
  public struct Entry: Hashable, Sendable {
    /// The entry as the bytes of a JSON text.
    public let bytes: [UInt8]

    /// Creates an entry from the bytes of a JSON text. They aren't checked; `contents` is `nil` if
    /// they aren't valid or contain no route.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates an entry from the data of a screen.
    ///
    ///     Snapshot.Entry(route: .application(.string("home")), title: "Home", stateVersion: 1,
    ///       state: .object([]))
    ///
    /// - Parameters:
    ///   - route: The route of the screen.
    ///   - title: The title of the screen.
    ///   - stateVersion: The version of the state's format.
    ///   - state: The state of the screen as JSON.
    ///   - others: Keys that this release doesn't know, because a newer one wrote them.
    public init(
      route: SavedRoute, title: String, stateVersion: Int, state: JSON, others: [JSON.Member] = []
    ) {
      bytes =
        JSON.object(
          [
            route.member, .init("state", state), .init("title", .string(title)),
            .init("version", .number(String(stateVersion))),
          ] + others
        ).bytes
    }
  }
}

/// The route of a saved screen as JSON. It belongs to the application, or to the framework, for
/// example for the help screen.
public enum SavedRoute: Hashable, Sendable {
  /// A route of the application. The value is the route as JSON.
  case application(JSON)
  /// A route of the framework, such as the help or a picker. The value is the route as JSON.
  case framework(JSON)

  var member: JSON.Member {
    switch self {
    case .application(let json): .init("route", json)
    case .framework(let json): .init("framework", json)
    }
  }
}

extension Snapshot.Entry {
  /// The data of a saved screen, decoded from the JSON of its entry.
  public struct Contents: Hashable, Sendable {
    /// The route of the saved screen.
    public let route: SavedRoute
    /// The title of the saved screen.
    public let title: String
    /// The version of the state's format, which determines the migrations to apply.
    public let stateVersion: Int
    /// The state of the saved screen as JSON.
    public let state: JSON
    /// Keys of the entry that this release doesn't know, because a newer one wrote them.
    public let others: [JSON.Member]

    static let knownKeys: Set = ["route", "framework", "state", "title", "version"]
  }

  /// A copy of the entry with an empty state, so that the screen is restored as if newly opened.
  public var withoutState: Snapshot.Entry {
    guard let contents else { return self }
    return Snapshot.Entry(
      route: contents.route, title: contents.title, stateVersion: contents.stateVersion,
      state: .object([]), others: contents.others)
  }

  /// The entry's data, decoded from its JSON; `nil` if that isn't valid or contains no route.
  public var contents: Contents? {
    guard let json = try? JSON(bytes, limits: .snapshot),
      let route = json["route"].map(SavedRoute.application)
        ?? json["framework"].map(SavedRoute.framework)
    else { return nil }
    return Contents(
      route: route, title: json["title"]?.string ?? "", stateVersion: json["version"]?.int ?? 1,
      state: json["state"] ?? .null,
      others: (json.members ?? []).filter { !Contents.knownKeys.contains($0.key) })
  }
}

extension Snapshot {
  /// The snapshot as the bytes of a JSON text on one line. This is the body that a `SnapshotStore`
  /// saves.
  public var body: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512 + entries.reduce(0) { $0 + $1.bytes.count + 1 })
    func key(_ name: StaticString) { name.withUTF8Buffer { bytes.append(contentsOf: $0) } }
    key("{\"application\":")
    JSON.write(application, to: &bytes)
    key(",\"version\":")
    JSON.write(version, to: &bytes)
    if newestVersion != version {
      key(",\"newest\":")
      JSON.write(newestVersion, to: &bytes)
    }
    if let author {
      key(",\"by\":")
      JSON.write(author, to: &bytes)
    }
    if let account {
      key(",\"principal\":{\"server\":")
      JSON.write(account.server, to: &bytes)
      key(",\"user\":")
      JSON.write(account.user, to: &bytes)
      key("}")
    }
    key(",\"saved\":")
    JSON.write(Timestamp(seconds: savedAt).iso, to: &bytes)
    key(",\"screens\":[")
    for (index, entry) in entries.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: entry.bytes)
    }
    key("]")
    if !messages.isEmpty {
      key(",\"messages\":")
      bytes.append(contentsOf: messages.bytes)
    }
    for other in others {
      key(",")
      JSON.write(other.key, to: &bytes)
      key(":")
      bytes.append(contentsOf: other.value.bytes)
    }
    key("}")
    return bytes
  }

  /// The maximum number of screens in a snapshot. It limits what a malicious file can do.
  public static let maximumDepth = 32

  /// Decodes a snapshot from its body, the bytes of a JSON text. Throws `SnapshotError.unreadable`
  /// if they aren't a valid snapshot.
  public init(body: [UInt8]) throws {
    let json: JSON
    do {
      json = try JSON(body, limits: .snapshot)
    } catch let malformed as JSON.Malformed {
      throw SnapshotError.unreadable(malformed.description)
    }
    guard let application = json["application"]?.string, let screens = json["screens"]?.array else {
      throw SnapshotError.unreadable("it doesn't say which application and screens it is for")
    }
    guard screens.count <= Snapshot.maximumDepth else {
      throw SnapshotError.unreadable("it has more than \(Snapshot.maximumDepth) screens")
    }
    let version = json["version"]?.string ?? ""
    let known: Set = [
      "application", "version", "newest", "by", "principal", "saved", "screens", "messages",
    ]
    self.init(
      application: application, version: version, newestVersion: json["newest"]?.string,
      author: json["by"]?.string,
      account: json["principal"].flatMap { try? StateCoder.decode(Account.self, from: $0) },
      savedAt: json["saved"]?.string.flatMap(Timestamp.init(iso:))?.seconds ?? 0,
      entries: screens.map { Entry(bytes: $0.bytes) },
      messages: json["messages"].map { MessageLog($0) } ?? MessageLog(),
      others: (json.members ?? []).filter { !known.contains($0.key) })
  }
}

extension JSON.Limits {
  /// The limits for parsing snapshots, which protect against malicious files.
  ///
  /// The number of values suffices for the largest slot, so every saved snapshot can be read back.
  public static let snapshot = JSON.Limits(
    depth: 32, values: 1 << 19, stringBytes: 1 << 20, allowsDuplicateKeys: false)
}

/// An application's release number, such as `1.4.2`. Components are compared numerically; a
/// component that isn't a number counts as zero.
package struct ReleaseNumber: Comparable, Sendable {
  private let parts: [Int]

  /// Parses a release number. Its components are compared as numbers:
  ///
  ///     ReleaseNumber("1.4.2") < ReleaseNumber("1.10")
  public init(_ text: String) {
    let numbers = text.split(separator: ".", maxSplits: 7).map { part in
      Int(part.prefix { $0.isASCII && $0.isNumber }) ?? 0
    }
    parts = numbers + Array(repeating: 0, count: 8 - numbers.count)
  }

  public static func < (one: ReleaseNumber, other: ReleaseNumber) -> Bool {
    one.parts.lexicographicallyPrecedes(other.parts)
  }
}
