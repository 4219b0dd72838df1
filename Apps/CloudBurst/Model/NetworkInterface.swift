import Reprise

/// An address of a virtual machine or of a system. At least one field is present.
struct NetworkInterface: Hashable, Sendable {
  /// The kind of address, for example "public".
  let type: String?
  let hostname: String?
  let address: String?

  init?(_ json: JSON) {
    type = json.text("type")
    hostname = json.text("ip_hostname")
    address = json.text("ip_address")
    if type == nil, hostname == nil, address == nil { return nil }
  }
}

extension NetworkInterface {
  /// Reads the addresses of a system, which newer servers send: `{"hostname": …, "ipaddress": …}`,
  /// or a list of such objects.
  static func list(_ json: JSON?) -> [NetworkInterface] {
    guard let json else { return [] }
    return (json.array ?? [json]).compactMap { entry in
      let (hostname, address) = (entry.text("hostname"), entry.text("ipaddress"))
      guard hostname != nil || address != nil else { return nil }
      return NetworkInterface(type: nil, hostname: hostname, address: address)
    }
  }

  private init(type: String?, hostname: String?, address: String?) {
    self.type = type
    self.hostname = hostname
    self.address = address
  }
}
