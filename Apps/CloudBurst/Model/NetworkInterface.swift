import Reprise

/// Where a virtual machine can be reached. Any field may be missing, but not all of them.
struct NetworkInterface: Hashable, Sendable {
  /// For example "public".
  let type: String?
  let hostname: String?
  /// IPv4 or IPv6.
  let address: String?

  init?(_ json: JSON) {
    type = json.text("type")
    hostname = json.text("ip_hostname")
    address = json.text("ip_address")
    if type == nil, hostname == nil, address == nil { return nil }
  }
}
