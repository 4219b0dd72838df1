public import Commands

extension Option {
  /// The options of every application with a server.
  public static let servers = [
    Option("server", .required("URL"), help: "the server to connect to"),
    Option("user", .required("NAME"), help: "the user to log in as"),
    Option("profile", .required("NAME"), help: "server, user and more from config.json"),
    Option(
      "password-command", .required("CMD"), help: "use the first line of CMD's output as password"),
    Option("cacert", .required("FILE"), help: "trust the certificate authorities in FILE"),
    Option(
      "insecure-http",
      help: "allow http://: anyone on the network can read everything, passwords included"),
    Option(
      "refresh", .required("SECONDS"), help: "refresh every SECONDS (default 30, 0 = never)"),
    Option("record", .required("DIR"), help: "save response bodies in DIR, for --unplugged=DIR"),
  ]
}
