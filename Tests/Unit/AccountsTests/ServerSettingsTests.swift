import Commands
import Core
import Foundation
import Networking
import RepriseTesting
import Testing

@testable import Accounts

/// What the command line and config.json say of servers, taken together.
@Suite struct ServerSettingsTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  private func settings(
    _ words: String..., configuration: String? = nil, home isThere: Bool = true
  ) throws -> ServerSettings {
    if let configuration { try home.write(".config/app/config.json", configuration) }
    let arguments = try Arguments(words, commands: [], options: Option.servers, program: "app")
    return try ServerSettings(
      application: "app", arguments, environment: isThere ? ["HOME": home.path] : [:],
      presets: [
        "cloudburst": [try #require(HTTPHeader(line: "X-CloudBurst-API-Version: 1.0"))],
        "iwd": [try #require(HTTPHeader(line: "X-IWD-API-Version: 3.0"))],
      ])
  }

  private func problem(
    _ words: String..., configuration: String? = nil
  ) throws -> String? {
    if let configuration { try home.write(".config/app/config.json", configuration) }
    let arguments = try Arguments(words, commands: [], options: Option.servers, program: "app")
    do {
      _ = try ServerSettings(
        application: "app", arguments, environment: ["HOME": home.path],
        presets: ["cloudburst": [], "iwd": []])
      return nil
    } catch let problem as any LocalizedError {
      return [problem.errorDescription, problem.recoverySuggestion].compactMap(\.self)
        .joined(separator: " | ")
    }
  }

  private static let lab = """
    {"profiles": {"lab": {"server": "https://lab.example.com", "user": "cbadmin", "preset": "iwd",
      "headers": ["X-Team: blue"], "passwordCommand": "pass lab", "refresh": 60},
      "home": {"server": "https://home.example.com", "user": "luca"}}}
    """
  private let labAccount = Account(server: "https://lab.example.com", user: "cbadmin")
  private let homeAccount = Account(server: "https://home.example.com", user: "luca")

  // MARK: Who and where

  @Test("Server settings have defaults") func whereNothingIsSaidNothingIsNamed() throws {
    let settings = try settings()
    #expect(settings.account == nil)
    #expect(settings.refreshInterval == 30)
    #expect(settings.recordDirectory == nil)
    #expect(!settings.allowsHTTP)
    #expect(settings.profiles.isEmpty)
  }

  @Test func aProfileNamesServerAndUser() throws {
    let settings = try settings("--profile", "lab", configuration: Self.lab)
    #expect(settings.account == labAccount)
    #expect(settings.refreshInterval == 60)
    #expect(settings.passwordCommand(for: labAccount) == "pass lab")
    #expect(settings.profiles.map(\.name) == ["lab", "home"])
    #expect(settings.profiles.map(\.account) == [labAccount, homeAccount])
  }

  @Test("Command line options win over the profile") func theCommandLineWins() throws {
    let settings = try settings(
      "--profile", "lab", "--user", "anna", "--refresh", "5", "--password-command", "echo x",
      configuration: Self.lab)
    #expect(settings.account == Account(server: "https://lab.example.com", user: "anna"))
    #expect(settings.refreshInterval == 5)
    let account = try #require(settings.account)
    #expect(settings.passwordCommand(for: account) == "echo x")
    let other = try self.settings(
      "--profile", "lab", "--server", "other.example.com", configuration: Self.lab)
    #expect(other.account == Account(server: "https://other.example.com", user: "cbadmin"))
    // Nothing of lab's goes there, its password least of all.
    #expect(other.passwordCommand(for: try #require(other.account)) == nil)
    #expect(
      other.headers(for: try #require(other.account)).map(\.name) == ["X-CloudBurst-API-Version"])
    // Nor in another's name; but the server is still the same.
    let anna = try self.settings("--profile", "lab", "--user", "anna", configuration: Self.lab)
    #expect(anna.passwordCommand(for: try #require(anna.account)) == nil)
    #expect(
      anna.headers(for: try #require(anna.account)) == anna.headers(for: labAccount))
  }

  @Test("A profile's settings apply to its own account only")
  func whatAProfileSaysHoldsForItsAccountAlone() throws {
    let settings = try settings(configuration: Self.lab)
    #expect(settings.account == nil)
    #expect(settings.passwordCommand(for: labAccount) == "pass lab")
    #expect(settings.passwordCommand(for: homeAccount) == nil)
    let stranger = Account(server: "https://lab.example.com", user: "anna")
    #expect(settings.passwordCommand(for: stranger) == nil)
    #expect(settings.headers(for: stranger).map(\.name) == ["X-CloudBurst-API-Version"])
  }

  @Test("A named profile wins over another of the same account")
  func theProfileThatIsNamedHoldsForItsOwnAccountAndNoOther() throws {
    let settings = try settings(
      "--profile", "night",
      configuration: """
        {"profiles": {"lab": {"server": "https://lab.example.com", "user": "cbadmin",
            "passwordCommand": "pass lab"},
          "night": {"server": "https://lab.example.com", "user": "cbadmin",
            "passwordCommand": "pass night"},
          "home": {"server": "https://home.example.com", "user": "luca"}}}
        """)
    #expect(settings.passwordCommand(for: labAccount) == "pass night")
    #expect(settings.passwordCommand(for: homeAccount) == nil)
  }

  @Test("A profile of a plain HTTP server applies to that server")
  func aProfileOfAServerWithoutEncryptionHoldsForItToo() throws {
    let settings = try settings(
      "--profile", "old", "--insecure-http", "--user", "anna",
      configuration: """
        {"profiles": {"old": {"server": "http://old.example.com", "user": "luca",
          "headers": ["X-Team: blue"]}}}
        """)
    let account = try #require(settings.account)
    #expect(account == Account(server: "http://old.example.com", user: "anna"))
    #expect(settings.headers(for: account).map(\.name).contains("X-Team"))
    let other = try self.settings(
      "--profile", "old", "--insecure-http", "--server", "http://other.example.com")
    #expect(
      !other.headers(for: try #require(other.account)).map(\.name).contains("X-Team"))
  }

  /// It is of any server that is named beside it, and of whoever is.
  @Test("A profile without server or user applies to the command line's")
  func aProfileWithoutAServerOrAUserHoldsForThoseOfTheCommandLine() throws {
    let authority = try home.write("ca.pem", "x")
    let settings = try settings(
      "--profile", "team", "--server", "lab.example.com", "--user", "anna",
      configuration: """
        {"profiles": {"team": {"headers": ["X-Team: blue"], "passwordCommand": "pass team",
          "cacert": "\(authority)"}}}
        """)
    let account = try #require(settings.account)
    #expect(account == Account(server: "https://lab.example.com", user: "anna"))
    #expect(
      settings.headers(for: account).map(\.name) == ["X-CloudBurst-API-Version", "X-Team"])
    #expect(settings.passwordCommand(for: account) == "pass team")
    #expect(settings.authorityFile(for: account) == authority)
    // Nobody else's.
    #expect(settings.passwordCommand(for: labAccount) == nil)
    #expect(settings.authorityFile(for: labAccount) == nil)
    #expect(settings.profiles.isEmpty)
  }

  @Test func aCommandNeedsAServerAndAUser() throws {
    #expect(throws: UsageError.self) { try settings().requireAccount() }
    #expect(throws: UsageError.self) {
      try settings("--server", "lab.example.com").requireAccount()
    }
    let named = try settings("--server", "lab.example.com", "--user", "cbadmin")
    #expect(try named.requireAccount() == labAccount)
  }

  @Test("An application's own settings are texts or numbers")
  func anApplicationsOwnKeysAreTextsOrNumbers() throws {
    let path = "\(home.path)/.config/app/config.json"
    try home.write(
      ".config/app/config.json",
      #"{"lock": "90s", "count": 5, "none": null, "flag": true, "profiles": null}"#)
    let settings = try ServerSettings(
      application: "app", Arguments(), environment: ["HOME": home.path],
      keys: ["lock", "count", "none", "flag", "absent"])
    #expect(settings.profiles.isEmpty)
    #expect(settings.value("lock") == .string("90s"))
    #expect(settings.value("count") == .number("5"))
    #expect(settings.value("none") == nil)
    #expect(settings.value("absent") == nil)
    let lock = try settings.text("lock", example: "\"5m\"")
    #expect(lock?.text == "90s")
    #expect(lock?.location == "\(path), “lock”")
    #expect(try settings.text("count", example: "5")?.text == "5")
    #expect(try settings.text("none", example: "5") == nil)
    let problem = #expect(throws: UsageError.self) {
      _ = try settings.text("flag", example: "\"5m\"")
    }
    #expect(problem?.errorDescription == "\(path), “flag” is true or false")
    #expect(problem?.recoverySuggestion == "Write a text: \"5m\".")
  }

  @Test("A server's user is taken from its profile") func theUserOfAServerIsTheOneThatIsKnownThere()
    throws
  {
    let settings = try settings(configuration: Self.lab)
    #expect(try settings.account(at: "https://home.example.com") == homeAccount)
    #expect(throws: UsageError.self) { try settings.account(at: "https://x.example.com") }
    let named = try self.settings("--user", "anna")
    #expect(try named.account(at: "https://home.example.com").user == "anna")
  }

  @Test("A server's name is normalized in the settings") func aServerIsNamedInOneWay() throws {
    for text in ["lab.example.com", "https://lab.example.com/", "HTTPS://LAB.example.com:443"] {
      #expect(
        try settings("--server", text).account?.server == "https://lab.example.com", "\(text)")
    }
  }

  @Test(
    "An unusable server option is refused with the reason",
    arguments: [
      ("http://lab.example.com", "http needs --insecure-http"),
      ("ftp://lab.example.com", "only https:// is used"),
    ])
  func aServerThatCannotBeUsedIsRefused(server: String, reason: String) throws {
    #expect(try problem("--server", server)?.contains(reason) == true)
  }

  @Test("A password in a server option isn't repeated in the error")
  func aPasswordInAnAddressIsNotRepeated() throws {
    let said = try #require(try problem("--server", "https://luca:kanarienvogel@lab.example.com"))
    #expect(!said.contains("kanarienvogel"))
    #expect(said.contains("lab.example.com"))
  }

  // MARK: Headers

  @Test func headersReplaceThePresetsByName() throws {
    let configuration = """
      {"profiles": {"lab": {"server": "https://lab.example.com", "user": "cbadmin",
        "headers": ["x-cloudburst-api-version: 2.0", "X-Team: blue"]}}}
      """
    let settings = try settings("--profile", "lab", configuration: configuration)
    #expect(
      settings.headers(for: labAccount).map { "\($0.name): \($0.value)" }
        == ["x-cloudburst-api-version: 2.0", "X-Team: blue"])
  }

  @Test("The first preset is used if a profile names none")
  func theFirstPresetIsTakenWhereNoneIsNamed() throws {
    let settings = try settings(configuration: Self.lab)
    #expect(settings.headers(for: homeAccount).map(\.name) == ["X-CloudBurst-API-Version"])
    #expect(settings.headers(for: labAccount).map(\.name) == ["X-IWD-API-Version", "X-Team"])
  }

  // MARK: Refreshing

  @Test(
    "The refresh option is a number of seconds",
    arguments: [("0", nil), ("1", 1), ("86400", 86_400)] as [(String, Int?)])
  func theIntervalIsSoManySeconds(text: String, seconds: Int?) throws {
    #expect(try settings("--refresh", text).refreshInterval == seconds)
  }

  @Test(
    "An invalid refresh option is refused",
    arguments: ["-1", "86401", "1.5", "often", "99999999999999999999"])
  func anythingElseIsNoNumberOfSeconds(text: String) throws {
    #expect(try problem("--refresh=\(text)")?.contains("is not a whole number of seconds") == true)
  }

  // MARK: The terminal

  @Test("The terminal's background and mouse are read beside the application's own keys")
  func terminalSettingsAreRead() throws {
    let directory = try TemporaryDirectory()
    let text = #"{"background": "light", "mouse": false, "lockAfter": "2m"}"#
    try directory.write(".config/app/config.json", Array(text.utf8))
    chmod(directory.file(".config/app/config.json"), 0o600)
    let environment = ["HOME": directory.path]
    func read(_ application: String) throws -> TerminalSettings {
      try TerminalSettings(
        application: application,
        Arguments([], commands: [], options: [], program: application), environment: environment)
    }
    #expect(try read("app").background == "light")
    #expect(try !read("app").takesMouse)
    #expect(try read("other").background == nil)
    #expect(try read("other").takesMouse)
  }

  // MARK: What can't be understood

  @Test(
    "A mistake in config.json is reported at once",
    arguments: [
      (#"{"profiles": {"lab": {"sever": "x"}}}"#, "profile “lab” has an unknown key, “sever”"),
      (#"{"profiles": {"lab": {"user": 5}}}"#, "“user” is a number"),
      (#"{"profiles": {"lab": "https://x"}}"#, "profile “lab” is a text"),
      (#"{"profiles": {"lab": {"preset": "pure9"}}}"#, "there is no preset “pure9”"),
      (#"{"profiles": {"lab": {"headers": ["no colon"]}}}"#, "“no colon” is no header"),
      (#"{"profiles": {"lab": {"headers": [5]}}}"#, "a header is a number"),
      (#"{"profiles": {"lab": {"headers": "X: y"}}}"#, "“headers” is a text"),
      (#"{"profiles": ["lab"]}"#, "“profiles” is an array"),
      (#"{"profile": {"lab": {}}}"#, "unknown key, “profile”"), (#"["lab"]"#, "is an array"),
      (#"{"profiles": {"lab": {"server": "ftp://x"}}}"#, "only https:// is used"),
      (#"{"background": "bright"}"#, "“background” is neither light nor dark"),
      ("{", "config.json, line 1"),
    ])
  func aMistakeInTheFileIsSaidAtOnce(configuration: String, sentence: String) throws {
    let said = try #require(try problem(configuration: configuration))
    #expect(said.contains(sentence), "\(said)")
    #expect(said.contains(" | "))
  }

  /// It stops a start that has nothing to do with it, so it has to be found.
  @Test(
    "A mistake in an unused profile is reported with its location",
    arguments: [
      (#""server": "ftp://x""#, "“ftp://x”: only https:// is used"),
      (#""preset": "pure9""#, "there is no preset “pure9”"),
      (#""headers": ["no colon"]"#, "“no colon” is no header"),
      (#""user": 5"#, "“user” is a number"),
    ])
  func aMistakeInAProfileThatNobodyNamedSaysWhereItStands(
    member: String, sentence: String
  ) throws {
    let said = try #require(
      try problem(
        "--server", "lab.example.com", configuration: #"{"profiles": {"old": {\#(member)}}}"#))
    let place = "\(home.path)/.config/app/config.json: profile “old”: "
    #expect(said.hasPrefix(place + sentence), "\(said)")
  }

  @Test("An unknown profile is reported with the known ones")
  func aProfileThatIsNotThereIsNamedWithThoseThatAre() throws {
    #expect(
      try problem("--profile", "lap", configuration: Self.lab)
        == "there is no profile “lap” | There are: lab, home.")
    try home.write(".config/app/config.json", "{}")
    #expect(
      try problem("--profile", "lap") == "there is no profile “lap” | config.json has none.")
  }

  @Test("An unreadable --cacert file is refused at once")
  func anAuthorityThatCannotBeReadIsSaidBeforeAnythingIsAsked() throws {
    #expect(throws: HTTPError.unreadableAuthority(file: "/nowhere/ca.pem")) {
      try settings("--cacert", "/nowhere/ca.pem")
    }
    let file = try home.write("ca.pem", "x")
    #expect(try settings("--cacert", file).authorityFile(for: labAccount) == file)
  }

  @Test("An unusable --record directory is refused before any request")
  func aFolderThatCannotBeRecordedIntoIsSaidBeforeAnythingIsAsked() throws {
    let file = try home.write("file", "x")
    let unusable = try settings("--record", file)
    #expect(throws: ReplayError.self) { try unusable.requireRecordable() }
    let directory = home.file("recording")
    let settings = try settings("--record", directory)
    #expect(settings.recordDirectory == directory)
    // Reading what is said changes nothing.
    #expect(try !home.files().contains("recording"))
    try settings.requireRecordable()
    #expect(try home.permissions("recording") == 0o700)
  }

  /// It names commands that are run.
  @Test(arguments: [(0o600, true), (0o644, true), (0o602, false), (0o646, false), (0o666, false)])
  func aConfigurationThatOthersCanWriteIsNotObeyed(mode: Int, isObeyed: Bool) throws {
    let file = try home.write(".config/app/config.json", Self.lab)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    if isObeyed {
      #expect(try settings().profiles.count == 2)
    } else {
      #expect(try problem()?.contains("can be written by others, so it is ignored") == true)
    }
  }

  /// Whoever has a group of their own has such files from every editor.
  @Test(.enabled(if: UserGroups.system.isPrivate(getegid()), "needs a group of one's own"))
  func aConfigurationThatOnesOwnGroupCanWriteIsObeyed() throws {
    let file = try home.write(".config/app/config.json", Self.lab)
    chown(file, geteuid(), getegid())
    chmod(file, 0o664)
    #expect(try settings().profiles.count == 2)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to any group"))
  func aConfigurationThatAnotherGroupCanWriteIsNotObeyed() throws {
    let file = try home.write(".config/app/config.json", Self.lab)
    chown(file, 0, 65534)
    chmod(file, 0o664)
    #expect(try problem()?.contains("can be written by others, so it is ignored") == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func aConfigurationOfAnotherUserIsNotObeyed() throws {
    let file = try home.write(".config/app/config.json", Self.lab)
    try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: file)
    #expect(try problem()?.contains("belongs to another user") == true)
  }

  @Test("A relative HOME has no config.json") func aRelativeHomeHasNoConfiguration() throws {
    let file = try ConfigurationFile(
      application: "app", keys: [], environment: ["HOME": ".", "XDG_CONFIG_HOME": "elsewhere"])
    #expect(file.path.isEmpty)
  }

  /// Otherwise whatever server a session file names, or a person types, would be sent it.
  @Test("A password command applies to the named account only")
  func aPasswordCommandAnswersForTheAccountThatWasNamedAlone() throws {
    let nobody = try settings("--password-command", "echo x")
    #expect(nobody.passwordCommand(for: labAccount) == nil)
    let server = try settings(
      "--password-command", "echo x", "--server", "https://lab.example.com")
    #expect(server.passwordCommand(for: labAccount) == "echo x")
    #expect(server.passwordCommand(for: homeAccount) == nil)
  }

  /// Whichever way root got there: sudo, doas, su -p or pkexec.
  @Test(.enabled(if: geteuid() == 0, "only root can be in another user's home"))
  func rootKeepsNothingInAnotherUsersHome() async throws {
    chown(home.path, 65534, 65534)
    let settings = try ServerSettings(
      application: "app", Arguments(), environment: ["HOME": home.path])
    #expect(settings.directory == nil && settings.trustedServers == nil)
    settings.recent.note(labAccount)
    let command = Command.certificates(of: "app") { _ in settings }
    for words in [["list"], ["trust", "https://host"], ["forget", "https://host"]] {
      let problem = await #expect(throws: FileError.self) {
        try await command.run(
          Arguments(["certificates"] + words, commands: [command], options: [], program: "app"))
      }
      #expect(problem?.isOtherUsersHome == true && problem?.exitCode == .noPermission)
    }
    #expect(try home.files().isEmpty)
  }

  @Test("A config.json that is a directory is refused")
  func aConfigurationFileThatIsNoFileIsNotTakenForNone() throws {
    try home.write(".config/app/config.json/file", "x")
    #expect(throws: UsageError.self) { try settings() }
  }

  @Test("The config.json path follows XDG_CONFIG_HOME") func theFileIsWhereTheEnvironmentSays()
    throws
  {
    try home.write("elsewhere/app/config.json", Self.lab)
    let file = try ConfigurationFile(
      application: "app", keys: [],
      environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.file("elsewhere")])
    #expect(file.profiles.map(\.name) == ["lab", "home"])
    // A relative path is none, says the XDG specification.
    let relative = try ConfigurationFile(
      application: "app", keys: [],
      environment: ["HOME": home.path, "XDG_CONFIG_HOME": "elsewhere"])
    #expect(relative.profiles.isEmpty)
    #expect(try ConfigurationFile(application: "app", keys: [], environment: [:]).profiles.isEmpty)
  }

  @Test("Server settings without HOME store nothing and work")
  func withoutAHomeNothingIsKeptAndEverythingElseWorks() throws {
    let settings = try settings("--server", "lab.example.com", "--user", "luca", home: false)
    #expect(settings.account == Account(server: "https://lab.example.com", user: "luca"))
    #expect(settings.trustedServers == nil)
    settings.recent.note(labAccount)
    #expect(settings.recent.accounts.isEmpty)
  }
}
