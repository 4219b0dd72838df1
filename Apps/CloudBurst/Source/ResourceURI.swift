import Reprise

/// Where a resource is on its server, checked so that it can name a file in a folder of recorded answers.
///
/// Links come from data. Only paths of plain names are accepted: `/resources/users/6`. What holds `..`, a hidden name, an empty
/// one, a host, a query or an odd character isn't one of these, so no link leads out of the folder.
struct ResourceURI: Hashable, Sendable {
  let names: [String]

  /// A link as a resource holds it. Without a slash in front it begins where `base` lies, as RFC 3986 has it.
  init?(_ link: String, from base: ResourceURI? = nil) {
    var names = link.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    if names.first == "" {
      names.removeFirst()
    } else if let base {
      names.insert(contentsOf: base.names.dropLast(), at: 0)
    } else {
      return nil
    }
    // The API takes a trailing slash as well as none.
    if names.last == "" { names.removeLast() }
    guard !names.isEmpty, names.allSatisfy({ Self.isPlain($0) }) else { return nil }
    self.names = names
  }

  private static func isPlain(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 200, name.utf8.first != UInt8(ascii: ".") else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"): true
      default: false
      }
    }
  }
}

extension ResourceURI {
  /// Without a trailing slash: "/resources/users/6".
  var text: String { "/" + names.joined(separator: "/") }

  /// Where its answer lies in a folder that mirrors the server: "resources/users/6.json".
  var fileName: String { names.joined(separator: "/") + ".json" }

  static let systemList = "/resources/virtualSystems"

  /// The link to a system's machines. Newer servers' ids are whole paths already.
  static func machines(of id: ResourceID) -> String {
    (id.text.hasPrefix("/") ? id.text : "\(systemList)/\(id)") + "/virtualMachines"
  }
}
