import Accounts
import Reprise

/// A JSON-RPC call of a server's method.
/// Tokens and passwords are written only into the body, which is overwritten after it is sent.
struct RemoteCall: Sendable {
  enum Parameter: Sendable {
    case json(JSON)
    case secret(Secret)
  }

  let interface: Interface
  let method: String
  let parameters: [Parameter]

  init(_ interface: Interface, _ method: String, _ parameters: Parameter...) {
    self.interface = interface
    self.method = method
    self.parameters = parameters
  }

  enum Interface: String, Sendable {
    case query = "rmi-query-v1.json"
    case application = "rmi-application-server-v3.json"
  }

  var body: HTTPBody {
    let head = #"{"jsonrpc":"2.0","id":"1","method":"# + JSON.string(method).text + #","params":["#
    let parts = parameters.map { parameter in
      if case .json(let json) = parameter { json.bytes } else { [UInt8]() }
    }
    // Reserves the whole capacity, because a growing array leaves copies of secrets in memory.
    let budget = zip(parameters, parts).reduce(0) { sum, part in
      if case .secret(let secret) = part.0 { return sum + secret.withBytes { 6 * $0.count } + 3 }
      return sum + part.1.count + 1
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.utf8.count + budget + 4)
    bytes += head.utf8
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch parameter {
      case .json: bytes += parts[index]
      case .secret(let secret): secret.withBytes { Self.append($0, to: &bytes) }
      }
    }
    bytes += "]}".utf8
    defer { for index in bytes.indices { bytes[index] = 0 } }
    return HTTPBody(bytes, type: "application/json")
  }

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes += #"\u00"#.utf8
        for digit in [byte >> 4, byte & 15] {
          bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSON {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
