public import Networking

/// An answer of a ``ScriptedTransport``.
public enum ScriptedResponse: Sendable {
  /// An answer with a body. Unless its type is named, a body that begins with `<` is HTML, and every other is JSON; an empty type isn't sent.
  case status(Int, String = "", type: String? = nil, headers: [HTTPHeader] = [])
  /// No answer, for this reason.
  case problem(any Error)

  /// Returns the answer to a request, or throws the problem.
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
