import Accounts
import Reprise

/// The aggregation services: their list, and the calls.
extension StrictCall {
  private static let store = "DSS1"

  /// ipad/list-services, service/store-down-list: listed, too, while the data store is down.
  func services() -> JSON {
    var numbering = Numbering()
    return .array(
      state.instance.services.map { service in
        numbering.object(
          "AggregationServiceDescription",
          [
            "dataStoreCode": .string(Self.store),
            "dataStoreBaseUrl": .string(state.instance.storeAddress),
            "serviceKey": .string(service.key), "label": .string(service.label), "type": .null,
          ])
      })
  }

  /// service/*
  func report(
    _ parameters: [JSON], _ user: StrictInstance.User
  ) throws(StrictFailure) -> JSON {
    let store = try Self.text(parameters[1])
    let service = try Self.text(parameters[2])
    switch parameters[3] {
    case .object, .null: break
    case .array: throw .unreadable("java.util.LinkedHashMap", "START_ARRAY")
    case .number: throw .unreadable("java.util.LinkedHashMap", "VALUE_NUMBER_INT")
    case .string(let text):
      throw StrictFailure(
        "com.fasterxml.jackson.databind.exc.MismatchedInputException",
        "Cannot construct instance of `java.util.LinkedHashMap` (although at least one Creator exists): no String-argument constructor/factory method to deserialize from String value ('\(text)')\n at [Source: UNKNOWN; line: -1, column: -1]"
      )
    case .bool: throw .unreadable("java.util.LinkedHashMap", "VALUE_TRUE")
    }
    // service/store-null, unknown-store, service-null, unknown-service, parameters-null
    guard store == Self.store else {
      throw .user("Cannot find the data store \(store ?? "null")")
    }
    try require(service)
    if parameters[3] == .null { throw .masked(nil) }
    return try table(parameters[3], service, user).query
  }

  private func require(_ service: String?) throws(StrictFailure) {
    guard state.instance.services.contains(where: { $0.key == service }) else {
      throw .user(
        "Data store 'DSS1' does not have '\(service ?? "null")' aggregation plugin configured.")
    }
    // service/store-down-report
    if state.isStoreDown {
      throw .masked(
        "Could not access HTTP invoker remote service at [\(state.instance.storeAddress)/datastore_server/service-conversation-server-manager]; nested exception is java.util.concurrent.ExecutionException: java.net.ConnectException: Connection refused"
      )
    }
  }

  /// service/v3-*: what fails has a context behind it, and another type.
  func executed(
    _ parameters: [JSON], _ user: StrictInstance.User
  ) throws(StrictFailure) -> JSON {
    guard parameters[1]["@type"]?.string == "as.dto.service.id.DssServicePermId" else {
      throw .typeless("ch.ethz.sis.openbis.generic.asapi.v3.dto.service.id.IDssServiceId")
    }
    guard
      parameters[2]["@type"]?.string
        == "as.dto.service.execute.AggregationServiceExecutionOptions"
    else {
      throw .typeless(
        "ch.ethz.sis.openbis.generic.asapi.v3.dto.service.execute.AggregationServiceExecutionOptions"
      )
    }
    do throws(StrictFailure) {
      guard let store = parameters[1]["dataStoreId"], store != .null else {
        throw StrictFailure.user("Data store id cannot be null.")
      }
      guard store["permId"]?.string == Self.store else {
        throw StrictFailure.user("Cannot find the data store \(store["permId"]?.string ?? "null")")
      }
      let service = parameters[1]["permId"]?.string
      try require(service)
      return try table(parameters[2]["parameters"] ?? object([:]), service, user).application
    } catch {
      let isMasked = error.type.hasSuffix("MasqueradingException")
      throw StrictFailure(
        isMasked ? "java.lang.RuntimeException" : error.type,
        (error.message ?? "null") + " (Context: [])")
    }
  }

  private func table(
    _ parameters: JSON, _ service: String?, _ user: StrictInstance.User
  ) throws(StrictFailure) -> StrictTable {
    guard service == "ipad-read-service-v1" else {
      throw .plugin("java.lang.IllegalStateException: \(service ?? "") isn't modelled")
    }
    let key = parameters["requestKey"]
    // service/request-key-number, request-key-list
    switch key {
    case .number: throw .plugin(Self.cast("java.lang.Integer", "java.lang.String"))
    case .array: throw .plugin(Self.cast("java.util.ArrayList", "java.lang.String"))
    default: break
    }
    let ids = (parameters["entities"]?.array ?? []).compactMap { $0["PERM_ID"]?.string }
    let request = ([key?.string ?? ""] + ids).joined(separator: " ")
    if let failure = state.failures[request] ?? state.failures[key?.string ?? ""] { throw failure }
    if let table = state.tables[request] ?? state.tables[key?.string ?? ""] { return table }
    return try DemoPlugin(instance: state.instance, user: user, now: state.now)
      .table(key?.string, parameters)
  }

  /// service/request-key-number
  static func cast(_ from: String, _ to: String) -> String {
    "java.lang.ClassCastException: class \(from) cannot be cast to class \(to) (\(from) and \(to) are in module java.base of loader 'bootstrap')"
  }
}
