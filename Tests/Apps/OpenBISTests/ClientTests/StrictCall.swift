import Accounts
import Reprise

/// One request to the strict server, as JSON-RPC has it.
struct StrictCall {
  var state: StrictServer.State

  mutating func reply(to request: StrictServer.Request) -> StrictServer.Reply {
    var path = request.path
    if path == "/datastore_server/rmi-data-store-server-v3.json" { return listed(request.body) }
    if path.hasPrefix("/datastore_server") { return file(request) }
    // envelope/path-openbis, path-openbis-slash
    if path == "/openbis" {
      return StrictServer.Reply(status: 302, headers: [HTTPHeader("Location", "/openbis/")])
    }
    if path == "/openbis/" { return page(403, "Forbidden", path) }
    // envelope/path-trailing-slash, path-context-thrice, path-context-once
    if path.hasSuffix("/") { path.removeLast() }
    let names = ["/openbis/openbis/openbis/", "/openbis/openbis/"]
    guard let prefix = names.first(where: { path.hasPrefix($0) }),
      let interface = Interface(rawValue: String(path.dropFirst(prefix.count)))
    else { return page(404, "Not Found", path) }
    switch request.method {
    case "POST": break
    // envelope/verb-options, get-nothing, verb-put
    case "OPTIONS":
      return StrictServer.Reply(
        headers: [HTTPHeader("Allow", "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS")])
    case "GET": return StrictServer.Reply(status: request.query.isEmpty ? 400 : 501)
    default:
      return StrictServer.Reply(status: 405, headers: [HTTPHeader("Allow", "POST, GET, OPTIONS")])
    }
    return rpc(request.body, interface)
  }

  /// The interfaces that are called by JSON-RPC.
  enum Interface: String {
    case query = "rmi-query-v1.json"
    case general = "rmi-general-information-v1.json"
    case application = "rmi-application-server-v3.json"
  }

  private func page(_ status: Int, _ words: String, _ path: String) -> StrictServer.Reply {
    .html(
      "<html>\n<head>\n<title>Error \(status) \(words)</title>\n</head>\n<body><h2>HTTP ERROR \(status) \(words)</h2>\n<table>\n<tr><th>URI:</th><td>\(path)</td></tr>\n</table>\n</body>\n</html>\n",
      status: status)
  }

  // MARK: The envelope

  private static let type = HTTPHeader("Content-Type", "application/json-rpc")

  private static func answer(_ json: JSON, status: Int = 200) -> StrictServer.Reply {
    StrictServer.Reply(
      status: status, headers: [type, HTTPHeader("Cache-Control", "max-age=3600")],
      body: json.bytes + [0x0A])
  }

  private static func nothing(status: Int) -> StrictServer.Reply {
    StrictServer.Reply(status: status, headers: [type])
  }

  /// envelope/no-json, null: the id is the text "null".
  private static func refused(_ code: Int, _ message: String) -> JSON {
    object([
      "jsonrpc": .string("2.0"), "id": .string("null"),
      "error": object(["code": .whole(code), "message": .string(message)]),
    ])
  }

  private mutating func rpc(_ body: [UInt8], _ interface: Interface) -> StrictServer.Reply {
    guard let json = try? JSON(body) else {
      return Self.answer(Self.refused(-32700, "JSON parse error"), status: 400)
    }
    if let batch = json.array {
      // envelope/batch, batch-with-a-number, empty-array
      let replies = batch.map { call($0, interface) }
      var bytes: [UInt8] = [UInt8(ascii: "[")]
      for (place, reply) in replies.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += reply.body
      }
      let isBad = batch.contains { $0.members == nil }
      return StrictServer.Reply(
        status: isBad ? 500 : 200, headers: [Self.type],
        body: bytes + [UInt8(ascii: "]")] + (batch.isEmpty ? [] : [0x0A]))
    }
    return call(json, interface)
  }

  private mutating func call(_ json: JSON, _ interface: Interface) -> StrictServer.Reply {
    guard json.members != nil else {
      return Self.answer(Self.refused(-32600, "invalid request"), status: 400)
    }
    // envelope/id-*
    let id = json["id"]
    switch id {
    case nil, .null, .number, .string: break
    default: return Self.nothing(status: 400)
    }
    // envelope/params-text
    switch json["params"] {
    case nil, .null, .array, .object: break
    default: return Self.nothing(status: 400)
    }
    let version = json["jsonrpc"] ?? .string("2.0")
    func envelope(_ key: String, _ value: JSON) -> JSON {
      object(["jsonrpc": version, "id": id ?? .null, key: value])
    }
    func failed(_ code: Int, _ message: String, status: Int) -> StrictServer.Reply {
      Self.answer(
        envelope("error", object(["code": .whole(code), "message": .string(message)])),
        status: status)
    }
    guard let name = json["method"]?.string, let count = Self.methods[interface]?[name] else {
      return failed(-32601, "method not found", status: 404)
    }
    // envelope/params-object, params-absent, too-many-parameters-query
    guard let parameters = json["params"]?.array, parameters.count == count else {
      return failed(-32602, "method parameters invalid", status: 500)
    }
    do {
      note(name, parameters)
      if let body = state.bodies[key(name, parameters)] { return body }
      let result = try self.result(name, parameters, interface)
      // envelope/without-id
      guard let id, id != .null else { return Self.nothing(status: 200) }
      return Self.answer(envelope("result", result))
    } catch {
      let message = error.message.map { JSON.string($0) } ?? .null
      let trace = error.type + ": " + (error.message ?? "null") + "\n\tat "
      let frames = Array(
        repeating: "ch.systemsx.cisd.openbis.generic.server.Frame.call(Frame.java:1)\n\tat ",
        count: 120)
      return Self.answer(
        envelope(
          "error",
          object([
            "code": .whole(0), "message": message,
            "data": object([
              "@id": .whole(1), "exceptionTypeName": .string(error.type), "message": message,
              // Since 2023: 10 to 27 KB.
              "stackTrace": .string(trace + frames.joined()),
            ]),
          ])))
    }
  }

  /// The methods that are modelled, and the number of their parameters.
  private static let methods: [Interface: [String: Int]] = [
    .query: [
      "tryToAuthenticateAtQueryServer": 2, "logout": 1, "listAggregationServices": 1,
      "createReportFromAggregationService": 4, "getMajorVersion": 0, "getMinorVersion": 0,
    ],
    .general: [
      "tryToAuthenticateForAllServices": 2, "logout": 1, "isSessionActive": 1,
      "getMajorVersion": 0, "getMinorVersion": 0,
    ],
    .application: [
      "login": 2, "logout": 1, "isSessionActive": 1, "getMajorVersion": 0, "getMinorVersion": 0,
      "getServerInformation": 1, "searchAggregationServices": 3, "executeAggregationService": 3,
      "searchSpaces": 3, "searchProjects": 3, "searchExperiments": 3, "searchSamples": 3,
      "searchDataSets": 3, "searchDataStores": 3,
    ],
  ]

  static let modelled: [String: Set<String>] = Dictionary(
    uniqueKeysWithValues: methods.map { ($0.key.rawValue, Set($0.value.keys)) })

  private mutating func note(_ name: String, _ parameters: [JSON]) {
    let key = key(name, parameters)
    state.calls.append(key.isEmpty ? name : "\(name) \(key)")
  }

  /// The key of a service's request: "ROOT PROBES", "SEARCH GLOBAL"; empty for other methods.
  private func key(_ name: String, _ parameters: [JSON]) -> String {
    let asked: JSON? =
      switch name {
      case "createReportFromAggregationService": parameters[3]
      case "executeAggregationService": parameters[2]["parameters"]
      default: nil
      }
    guard let asked else { return "" }
    let ids = (asked["entities"]?.array ?? []).compactMap { $0["PERM_ID"]?.string }
    let domain = asked["searchdomain"]?["key"]?.string.map { [$0] } ?? []
    return ([asked["requestKey"]?.string ?? ""] + ids + domain).joined(separator: " ")
  }

  /// A text, or what becomes of another value; nil for null (session/token-number-list,
  /// token-true-list, token-object-list).
  static func text(_ json: JSON) throws(StrictFailure) -> String? {
    switch json {
    case .null: nil
    case .string(let text): text
    case .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .array: throw .unreadable("java.lang.String", "START_ARRAY")
    case .object: throw .unreadable("java.lang.String", "START_OBJECT")
    }
  }

  private mutating func result(
    _ name: String, _ parameters: [JSON], _ interface: Interface
  ) throws(StrictFailure) -> JSON {
    switch name {
    case "getMajorVersion": return .whole(interface == .application ? 3 : 1)
    case "getMinorVersion":
      return .whole(interface == .general ? 32 : 6)
    case "tryToAuthenticateAtQueryServer", "tryToAuthenticateForAllServices", "login":
      return try logIn(Self.text(parameters[0]), Self.text(parameters[1]))
    case "logout":
      try logOut(Self.text(parameters[0]))
      return .null
    case "isSessionActive":
      return .bool(
        try isActive(Self.text(parameters[0]), takesPAT: interface == .application))
    case "getServerInformation":
      _ = try user(parameters[0], takesPAT: true)
      return object([
        "api-version": .string("3.6"), "archiving-configured": .string("false"),
        "authentication-service": .string("file-authentication-service"),
        "authentication-service.switch-aai.label": .null,
        "authentication-service.switch-aai.link": .null, "create-continuous-sample-codes": .null,
        "enabled-technologies": .string("$ENABLED_TECHNOLOGIES"),
        "openbis-version": .string("UNKNOWN"), "openbis.support.email": .string("nobody@localhost"),
        "personal-access-tokens-enabled": .string("true"),
        "personal-access-tokens-max-validity-period": .string("2592000"),
        "personal-access-tokens-validity-warning-period": .string("432000"),
        "project-samples-enabled": .string("true"),
      ])
    case "listAggregationServices":
      _ = try user(parameters[0], takesPAT: false)
      return services()
    case "createReportFromAggregationService":
      let user = try user(parameters[0], takesPAT: false)
      return try report(parameters, user)
    case "executeAggregationService":
      let user = try user(parameters[0], takesPAT: true)
      return try executed(parameters, user)
    default:
      let user = try user(parameters[0], takesPAT: true)
      return try searchText(name, parameters, user)
    }
  }
}
