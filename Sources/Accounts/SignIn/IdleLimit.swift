public import Commands

/// The time without input after which an application locks itself.
///
/// Locking can't be turned off, because a terminal may be left unattended.
public struct IdleLimit: Hashable, Sendable {
  /// The number of seconds without input after which the application locks, from 5 to 86,400.
  public let seconds: Int

  /// The limit of 300 seconds, which applies unless the user sets another one.
  public static let standard = IdleLimit(seconds: 300)

  private init(seconds: Int) { self.seconds = seconds }

  private static let range = 5...86_400
  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600]

  /// `5` and `5m` are minutes; also `90s`, `2h`. `location` is the text's, for the message.
  init(_ text: String, location: String) throws {
    let unit = text.last.flatMap { Self.units[$0] }
    let digits = unit == nil ? Substring(text) : text.dropLast()
    let isPlain = !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    guard isPlain, let count = Int(digits),
      case (let seconds, false) =
        count
        .multipliedReportingOverflow(by: unit ?? 60), Self.range.contains(seconds)
    else {
      throw UsageError(
        "\(location): “\(text)” is not a valid lock time",
        advice:
          "Write minutes, or 90s, 5m, 2h: 5 seconds to 24 hours. Locking can't be switched off.")
    }
    self.seconds = seconds
  }
}

extension IdleLimit {
  /// The name of the limit's key in config.json. One limit applies to all servers.
  public static let settingsKey = "lockAfter"

  /// Reads the limit from the command line, or else from config.json; otherwise the default
  /// applies. Throws `UsageError`.
  ///
  ///     try IdleLimit(settings).seconds
  public init(_ settings: ServerSettings) throws {
    let option = try IdleLimit.option(in: settings.arguments)
    self =
      try option ?? settings.text(Self.settingsKey, example: "\"90s\", \"5m\"").map {
        text, location in
        try IdleLimit(text, location: location)
      } ?? .standard
  }

  /// Reads the limit from the command line's option `Option.lockAfter`. Returns `nil` if the option
  /// isn't given. Throws `UsageError` if its value is invalid.
  public static func option(in arguments: Arguments) throws -> IdleLimit? {
    try arguments.value("lock-after").map { try IdleLimit($0, location: "--lock-after") }
  }
}

extension Option {
  /// The command-line option that sets the idle limit. Add it to an application with a sign-in.
  public static let lockAfter = Option(
    "lock-after", .required("TIME"),
    help: "lock after TIME without a key: 90s, 5m (default 5m)")
}
