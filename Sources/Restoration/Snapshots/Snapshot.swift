public import Core

/// A saved session: the application, the account, the time, and the screens from root to top.
public struct Snapshot: Hashable, Sendable {
  /// The application's name.
  public var application: String
  /// The application's release that saved the session.
  public var version: String
  /// The newest release that ever saved the session. An older release retains the keys of a newer
  /// one that it doesn't know.
  public var newestVersion: String
  /// The user and machine that saved the session: `luca@bastion`. `nil` if unknown.
  public var author: String?
  /// The account of the session; `nil` if it has none.
  public var account: Account?
  /// The time of the save, in seconds since 1970. Not used to find the newest snapshot; that is
  /// determined by the generation.
  public var savedAt: Int
  /// The screens, from root to top.
  public var entries: [Entry]
  /// The application's latest status messages.
  public var messages: MessageLog
  /// Keys of a newer release, which are saved again unchanged.
  public var others: [JSON.Member] = []

  /// Creates a snapshot.
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

  /// The saved data of one screen: its route, title, state version, and state.
  ///
  /// An entry stores its original bytes. Only the top screen is built when a session is restored,
  /// so entries of other releases below it are saved again unchanged.
  public struct Entry: Hashable, Sendable {
    /// The entry as JSON.
    public let bytes: [UInt8]

    /// Creates an entry from its JSON.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Encodes an entry. `others` are keys of a newer release.
    ///
    ///     Snapshot.Entry(route: .application(.string("home")), title: "Home", stateVersion: 1,
    ///       state: .object([]))
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

/// A route in a snapshot: one of the application's routes, or one of the framework's (help, a
/// picker).
public enum SavedRoute: Hashable, Sendable {
  /// An encoded route of the application.
  case application(JSON)
  /// An encoded route of the framework.
  case framework(JSON)

  var member: JSON.Member {
    switch self {
    case .application(let json): .init("route", json)
    case .framework(let json): .init("framework", json)
    }
  }
}

extension Snapshot.Entry {
  /// The decoded fields of an entry.
  public struct Contents: Hashable, Sendable {
    /// The route of the screen.
    public let route: SavedRoute
    /// The title of the screen.
    public let title: String
    /// The version of the state's format.
    public let stateVersion: Int
    /// The state of the screen.
    public let state: JSON
    /// Keys that this release doesn't know.
    public let others: [JSON.Member]

    static let knownKeys: Set = ["route", "framework", "state", "title", "version"]
  }

  /// The entry with an empty state.
  public var withoutState: Snapshot.Entry {
    guard let contents else { return self }
    return Snapshot.Entry(
      route: contents.route, title: contents.title, stateVersion: contents.stateVersion,
      state: .object([]), others: contents.others)
  }

  /// The decoded fields; `nil` if the entry has no route.
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
  /// The snapshot as human-readable JSON on one line.
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

  /// The maximum number of screens on the stack, which protects against malicious files.
  public static let maximumDepth = 32

  /// Decodes a `body`. Throws `SnapshotError.unreadable`.
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

  /// Parses a release number.
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
