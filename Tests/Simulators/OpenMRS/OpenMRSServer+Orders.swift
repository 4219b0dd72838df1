import Reprise

extension OpenMRSServer {
  private static let drugOrders = "131168f4-15f5-102d-96e4-000c29c2a5d7"

  /// Handles the three forms of `order?patient=` [700-719]:
  /// - With `t`: the orders of a class. `status` requires `careSetting` (500 without it); without
  ///   `status`, only active orders.
  /// - With `orderTypes`: all orders of a type, the newest first, including discontinue orders.
  /// - With neither: the orders of all classes. A test order rejects the properties of medicines as
  ///   unknown [708].
  func orders(_ question: ParsedRequest) throws -> ServerReply {
    let request = question.request
    guard let patient = request["patient"] else { throw ServerFailure.unsupported() }
    try question.require("Get Patients")
    try question.require("Get Orders")
    guard data.thing("patient", patient) != nil else { throw ServerFailure.notThere }
    if request["t"] != nil { return try ordersOfClass(question, patient) }
    // Before 2.49 any other parameter, such as `totalCount`, leads to a search that returns active
    // orders of all classes [2.44: 702].
    let known: Set = [
      "patient", "orderTypes", "excludeDiscontinueOrders", "excludeCanceledAndExpired",
      "careSetting", "sort",
    ]
    guard question.searches.isSubset(of: known) else {
      return try question.list(orders(of: patient).filter { isActive($0) }, "order")
    }
    if request["sort"] != nil {
      throw ServerFailure.exception(
        500,
        ["Cannot invoke \"String.equalsIgnoreCase(String)\" because \"this.val$status\" is null"],
        code: "org.openmrs.invented.OrderSearch:1")
    }
    if let types = request["orderTypes"], types != OpenMRSServer.drugOrders,
      data.thing("ordertype", types) == nil
    {
      throw ServerFailure.notThere
    }
    let own = orders(of: patient, tests: request["orderTypes"] == nil).filter { order in
      (request["excludeDiscontinueOrders"] != "true" || order.text("action") != "DISCONTINUE")
        && (request["excludeCanceledAndExpired"] != "true" || !isOver(order))
        && isIn(request["careSetting"], order)
    }
    return try question.list(own.newestFirst(by: "dateActivated"), "order")
  }

  private func ordersOfClass(_ question: ParsedRequest, _ patient: String) throws -> ServerReply {
    let request = question.request
    let setting = request["careSetting"]
    let own = orders(of: patient, tests: false).filter { order in
      isIn(setting, order) && order.text("action") != "DISCONTINUE"
    }
    guard let status = request["status"] else {
      return try question.list(own.filter { isActive($0) }, "order")
    }
    guard setting != nil else {
      throw ServerFailure.exception(
        500, ["java.lang.reflect.InvocationTargetException", "CareSetting is required"],
        code: "org.openmrs.module.webservices.rest.web.resource.impl.BaseDelegatingResource:808")
    }
    let ordered =
      switch status {
      case "inactive": own.filter { isOver($0) }
      case "any": own
      default: own.filter { isActive($0) }
      }
    return try question.list(ordered, "order")
  }

  private func orders(of patient: String, tests: Bool = true) -> [JSON] {
    (data.all("order", of: patient) + (tests ? data.all("testorder", of: patient) : []))
      .filter { $0["voided"]?.bool != true }
  }

  private func isIn(_ setting: String?, _ order: JSON) -> Bool {
    setting.map { $0 == order["careSetting"]?.text("uuid") } ?? true
  }

  /// Returns whether an order is active. An order scheduled for a later date is active, too [705].
  private func isActive(_ order: JSON) -> Bool {
    order.text("action") != "DISCONTINUE" && !isOver(order)
  }

  private func isOver(_ order: JSON) -> Bool {
    [order.timestamp("dateStopped"), order.timestamp("autoExpireDate")].contains { timestamp in
      timestamp.map { $0.milliseconds <= now.milliseconds } ?? false
    }
  }
}
