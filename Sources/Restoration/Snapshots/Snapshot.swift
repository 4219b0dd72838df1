public import Values

/// A session as its file holds it: the application, the account, the moment, and the screens from the root to the top.
public struct Snapshot: Hashable, Sendable {
  /// The application's name.
  public var application: String
  /// The application's release that wrote the session.
  public var version: String
  /// The newest release that ever wrote the session. Keys that an older one doesn't know, it keeps for that one.
  public var newestVersion: String
  /// The person and machine that saved the session: `luca@bastion`. Nil if that isn't known.
  public var author: String?
  /// The account that the session is of; nil without one.
  public var account: Account?
  /// The moment of the save, in seconds since 1970. Never compared: the generation tells which snapshot is newer.
  public var savedAt: Int
  /// The screens, from the root to the top.
  public var entries: [Entry]
  /// The sentences that the application said.
  public var messages: MessageLog
  /// Keys of a later release's, which are written again as they were read.
  public var others: [JSON.Member] = []

  /// A snapshot.
  ///
  ///     Snapshot(application: "cloudburst", version: "0.1.0", account: nil, savedAt: now, entries: entries)
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

  /// One screen's part: its route, its title, its state's version, and its state.
  ///
  /// An entry is kept as the bytes that it was read as. Only the screen on top is built when a session resumes, so entries
  /// of another release below it are carried through untouched.
  public struct Entry: Hashable, Sendable {
    /// The entry as JSON.
    public let bytes: [UInt8]

    /// An entry as it was read.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Encodes an entry. `others` are keys of a later release's.
    ///
    ///     Snapshot.Entry(route: .application(.string("home")), title: "Home", stateVersion: 1, state: .object([]))
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

/// A route as a snapshot names it: one of the application's, or one of the framework's own (help, a picker).
public enum SavedRoute: Hashable, Sendable {
  /// A route of the application's, encoded.
  case application(JSON)
  /// A route of the framework's own, encoded.
  case framework(JSON)

  var member: JSON.Member {
    switch self {
    case .application(let json): .init("route", json)
    case .framework(let json): .init("framework", json)
    }
  }
}

extension Snapshot.Entry {
  /// An entry's parts.
  public struct Contents: Hashable, Sendable {
    /// The route of the screen.
    public let route: SavedRoute
    /// The title of the screen.
    public let title: String
    /// The version of the state's shape.
    public let stateVersion: Int
    /// The state of the screen.
    public let state: JSON
    /// Keys that this release doesn't know.
    public let others: [JSON.Member]

    static let knownKeys: Set = ["route", "framework", "state", "title", "version"]
  }

  /// The same entry without its state.
  public var withoutState: Snapshot.Entry {
    guard let contents else { return self }
    return Snapshot.Entry(
      route: contents.route, title: contents.title, stateVersion: contents.stateVersion,
      state: .object([]), others: contents.others)
  }

  /// The parts; nil if the entry has no route.
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
