import Core
import Networking
import RepriseTesting

extension ScriptedTransport {
  /// Creates a server that answers with one status after the other, and with the last one for ever;
  /// 200 has the body and no type.
  ///
  /// `isAsked` is called for each request before it is answered, with its number counted from 1.
  convenience init(
    _ statuses: Int..., body: String = "[]", type: String = "application/json",
    distrust: HTTPError? = nil,
    isAsked: @escaping @Sendable (Int) async -> Void = { _ in }
  ) {
    self.init(trustError: distrust) { _, number in
      await isAsked(number + 1)
      let status = statuses[min(number, statuses.count - 1)]
      return status == 200 ? .status(status, body, type: "") : .status(status, type: type)
    }
  }

  /// The passwords of the requests so far.
  var passwords: [String?] {
    requests.map { request in
      request.credentials?.password.withBytes { String(decoding: $0, as: UTF8.self) }
    }
  }
}
