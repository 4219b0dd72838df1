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
