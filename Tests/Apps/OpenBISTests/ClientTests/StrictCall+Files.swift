import Accounts
import Foundation
import Reprise

/// The files of data sets (datastore/*).
extension StrictCall {
  /// Every failure is a page with status 200.
  mutating func file(_ request: StrictServer.Request) -> StrictServer.Reply {
    guard request.method == "GET" else {
      return StrictServer.Reply(status: 405, headers: [HTTPHeader("Allow", "GET")])
    }
    guard request.path.hasPrefix("/datastore_server/") else {
      return .html(
        "Error:\nRequest URI '/datastore_server' expected to start with '/datastore_server/'.\n")
    }
    // datastore/session-none, session-unknown, session-blank
    let token = request.query["sessionID"]
    if token == "" { return failed("Hash cannot be empty.") }
    guard let token, let user = try? user(.string(token), takesPAT: true) else {
      return .html("<html><body>Download session expired.</body></html>")
    }
    let path = request.path.dropFirst("/datastore_server/".count)
    let id = String(path.prefix { $0 != "/" })
    guard let dataSet = state.instance.dataSets.first(where: { $0.permID == id }) else {
      return failed("Unknown data set: \(id)")
    }
    // datastore/not-accessible
    guard user.sees(dataSet.space) else {
      return failed("Data set '\(id)' is not accessible.")
    }
    let name = String(path.dropFirst(id.count + 1)).removingPercentEncoding ?? ""
    if let bytes = dataSet.files[name] { return contents(bytes, name) }
    // datastore/file-folder
    let below = dataSet.files.filter { $0.key.hasPrefix(name + "/") }
    if !name.hasSuffix("/"), !name.isEmpty, !below.isEmpty { return listing(id, name, token) }
    if name.isEmpty { return listing(id, "", token) }
    return failed("Resource '\(name)' does not exist.")
  }

  private func failed(_ sentence: String) -> StrictServer.Reply {
    .html("<html><body><h1>Error</h1>\n\(sentence)\n</body></html>\n")
  }

  private func contents(_ bytes: [UInt8], _ name: String) -> StrictServer.Reply {
    let types = [
      "png": "image/png", "jpg": "image/jpeg", "JPG": "image/jpeg", "gif": "image/gif",
      "tif": "image/tiff", "txt": "text/plain", "html": "text/html", "svg": "image/svg+xml",
      "pdf": "application/pdf",
    ]
    let file = name.split(separator: "/").last.map { String($0) } ?? name
    let parts = file.split(separator: ".")
    let type =
      parts.count > 1
      ? types[String(parts[parts.count - 1])] ?? "application/octet-stream" : "text/plain"
    return StrictServer.Reply(
      headers: [
        HTTPHeader("Content-Type", type),
        HTTPHeader("Content-Disposition", "inline; filename=\(file)"),
      ], body: bytes)
  }

  private func listing(_ id: String, _ directory: String, _ token: String) -> StrictServer.Reply {
    let files = state.instance.dataSets.first { $0.permID == id }?.files ?? [:]
    let prefix = directory.isEmpty ? "" : directory + "/"
    var names: [String: Int?] = [:]
    for (path, bytes) in files where path.hasPrefix(prefix) {
      let rest = path.dropFirst(prefix.count)
      let name = String(rest.prefix { $0 != "/" })
      names[name] = .some(name.count == rest.count ? bytes.count : nil)
    }
    let rows = names.sorted { $0.key < $1.key }.map { name, count in
      "<tr><td class='td_file'><a href='/datastore_server/\(id)/\(prefix)\(name)?disableLinks=false&mode=simpleHtml&sessionID=\(token)'>\(name)</a></td><td>\(count.map { "\($0) bytes" } ?? "")</td><td></td></tr>\n"
    }
    return .html(
      "<html><head><style type='text/css'></style></head><body><table> <tr><td class='td_hd'>Folder:</td><td>\(directory)</td></tr>\n"
        + rows.joined() + "</table> </div> </body></html>\n")
  }
}
