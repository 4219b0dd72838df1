extension Option {
  /// What every application understands that asks a server.
  public static let live = [
    Option("server", .required("URL"), help: "ask this server"),
    Option("user", .required("NAME"), help: "as this user"),
    Option("profile", .required("NAME"), help: "take both, and more, from config.json"),
    Option("password-command", .required("CMD"), help: "run CMD; its first line is the password"),
    Option("cacert", .required("FILE"), help: "trust the authorities in FILE"),
    Option("insecure-http", help: "allow http://, where everybody on the line reads along"),
    Option("refresh", .required("SECONDS"), help: "load anew so often; 30 if not said, 0 is never"),
    Option("record", .required("DIR"), help: "keep the answers, for --unplugged=DIR"),
  ]
}
