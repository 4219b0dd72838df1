import Accounts
import FoundationEssentials
import Reprise

struct DataStoreFile: Hashable, Sendable {
  private let url: URL

  init?(_ address: String) {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host() != nil
    else { return nil }
    self.url = url
  }

  var server: ServerAddress? {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.path = ""
    parts?.query = nil
    parts?.fragment = nil
    return parts?.string.flatMap { ServerAddress($0, allowsHTTP: true) }
  }

  /// A data store reports every error as a page with status 200. Throws `OpenBISError.noFile`, or
  /// `sessionEnded` if the page says so.
  nonisolated(nonsending) func download(
    over connection: Connection, _ token: Secret?,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> ImageFile {
    let response = try await connection.response(to: address(token), progress: progress)
    guard (200...299).contains(response.status) else {
      // The address contains the token, so the error must not contain the address.
      throw OpenBISError.noFile("\(response.status) from \(connection.server.name)")
    }
    let type = response.headers.value("Content-Type")?.split(separator: ";").first.map {
      $0.trimmed.lowercased()
    }
    // A file, even an HTML file, has a name in this header; an error page has none.
    if type == "text/html", response.headers.value("Content-Disposition") == nil {
      let problem = Self.problem(response.body)
      guard token == nil, case .sessionEnded = problem else { throw problem }
      throw OpenBISError.noFile(
        "\(connection.server.name) requires a login, and isn't a data store of this instance")
    }
    let name = url.lastPathComponent
    return ImageFile(
      bytes: response.body, type: type ?? "application/octet-stream",
      name: name.isEmpty || name == "/" ? "image" : name)
  }

  private func address(_ token: Secret?) throws -> URL {
    guard let token else { return url }
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let text = token.withBytes { String(decoding: $0, as: UTF8.self) }
    let before = parts?.percentEncodedQuery.map { $0 + "&" } ?? ""
    parts?.percentEncodedQuery = before + "sessionID=" + text.percentEncoded()
    guard let whole = parts?.url else {
      throw OpenBISError.noFile("“\(url.location)” isn't an address")
    }
    return whole
  }

  /// Parses "Download session expired.", or a sentence below a heading.
  static func problem(_ body: [UInt8]) -> OpenBISError {
    let blocks = HTMLDocument(String(decoding: body.prefix(8192), as: UTF8.self)).blocks
    var lines: [String] = []
    for case .text(let text) in blocks {
      lines += text.split(separator: "\n").map { String($0) }
    }
    let sentence = lines.first { $0 != "Error" } ?? "a page in the file's place"
    if sentence.hasPrefix("Download session expired") { return .sessionEnded(sentence) }
    return .noFile(sentence)
  }
}
