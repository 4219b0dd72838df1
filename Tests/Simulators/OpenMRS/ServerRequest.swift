import Accounts
import Foundation
import Reprise

struct ServerRequest: Sendable {
  let method: String
  /// The path and query as they were sent.
  let target: String
  /// The path components below `/ws/rest/v1/`; `nil` for a path outside it.
  let path: [String]?
  /// The part of the path before `/ws/rest/`.
  let root: String
  let parameters: [(name: String, value: String)]
  let headers: [HTTPHeader]

  /// - Parameter target: "/openmrs/ws/rest/v1/patient?q=a", or a whole URL.
  init(_ target: String, method: String = "GET", headers: [HTTPHeader] = []) {
    self.method = method
    self.headers = headers
    let parts = URLComponents(string: target)
    let path = parts?.path ?? target
    self.target =
      path + (parts?.percentEncodedQuery.map { "?" + $0 } ?? "")
    root = path.range(of: "/ws/rest/").map { String(path[..<$0.lowerBound]) } ?? path
    self.path = path.range(of: "/ws/rest/v1/").map {
      path[$0.upperBound...].split(separator: "/").map { String($0) }
    }
    parameters = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
  }

  /// The value of a parameter; `nil` if it is missing or empty.
  subscript(name: String) -> String? {
    parameters.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  func has(_ name: String) -> Bool { parameters.contains { $0.name == name } }

  /// Returns the search parameters: all except those common to every resource.
  func searches(in profile: ServerProfile) -> Set<String> {
    let common = ["v", "limit", "startIndex", "includeAll", "lang"]
    return Set(parameters.map(\.name)).subtracting(common).subtracting(
      profile.searchesByTotalCount ? [] : ["totalCount"])
  }
}
