public import Networking

/// A response of a ``ScriptedTransport``.
public enum ScriptedResponse: Sendable {
  /// A response with a body. By default, a body that begins with `<` is HTML and any other is JSON;
  /// an empty `type` omits the header.
  case status(Int, String = "", type: String? = nil, headers: [HTTPHeader] = [])
  /// The request fails with this error.
  case problem(any Error)

  func response(to request: HTTPRequest) throws -> HTTPResponse {
    switch self {
    case .problem(let problem): throw problem
    case .status(let status, let body, let type, let headers):
      let type = type ?? (body.hasPrefix("<") ? "text/html" : "application/json")
      return HTTPResponse(
        status: status,
        headers: (type.isEmpty ? [] : [HTTPHeader("Content-Type", type)]) + headers,
        body: Array(body.utf8), url: request.url)
    }
  }
}
