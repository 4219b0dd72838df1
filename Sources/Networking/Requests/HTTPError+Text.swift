import Core
public import Foundation

extension HTTPError: LocalizedError {
  /// The error as a sentence. It may quote a server: remove control characters before writing it to
  /// a terminal.
  public var errorDescription: String? {
    switch self {
    case .nameNotFound(let host): "Host not found: \(host)."
    case .refused(let host): "Connection refused: \(host)."
    case .unreachable(let host, let reason): "Unreachable: \(reason) (\(host))."
    case .proxyLogin(let host, let proxy, let schemes):
      "407 Proxy Authentication Required: the proxy \(proxy.map { $0 + " " } ?? "")requires a login"
        + (schemes.isEmpty ? "" : ", \(schemes.joined(separator: " or "))") + " (\(host))."
    case .hungUp(let host): "Connection closed without an answer: \(host)."
    case .timedOut(let host, .connecting, let seconds): "No answer within \(seconds) s: \(host)."
    case .timedOut(let host, .responding, let seconds):
      "No data received for \(seconds) s: \(host)."
    case .timedOut(let host, .receiving, let seconds):
      "Transfer stalled for \(seconds) s: \(host)."
    case .untrusted(let server, let certificate, let trustFailure):
      trustFailure.sentence(about: certificate, naming: " (\(Location(server).server))")
    case .changedCertificate(let server, let trusted, let found):
      """
      Different certificate than the one you trusted: \(Location(server).server). Nothing was sent.
      Trusted: SHA-256 \(trusted.fingerprint)
      Now:     SHA-256 \(found.fingerprint)
      """
    case .notSecured(let host, let reason): "No encrypted connection: \(reason) (\(host))."
    case .speaksHTTP(let host):
      "No encrypted connection: the answer isn't TLS, perhaps plain http (\(host))."
    case .notEncrypted(let location): "\(location): this address isn't encrypted. Nothing was sent."
    case .unreadableAuthority(let file): "\(file): no certificate could be read from it."
    case .unsendable(let reason): "This can't be sent: \(reason)."
    case .passwordNeeded(let server, let user): "No password for \(user) (\(server))."
    case .unauthorized(let location, let line, _, hasStatus: false):
      (line ?? "The server refused user or password") + Location(location).ending(naming: .server)
    case .unauthorized(let location, let line, let hadUser, _):
      "401 Unauthorized: " + (hadUser ? "wrong user or password" : "this server requires a user")
        + Location(location).ending(
          HTTPError.detail(in: line, 401, "Unauthorized"), naming: .server)
    case .loginNotOffered(let location, let schemes):
      "401 Unauthorized: the server "
        + (schemes.isEmpty
          ? "doesn't offer this log-in method"
          : "offers only \(schemes.joined(separator: " or ")), not this log-in")
        + Location(location).ending(naming: .server)
    case .forbidden(let location, let user, let line):
      "403 Forbidden"
        + HTTPError.forbidden(location, user, HTTPError.detail(in: line, 403, "Forbidden"))
    case .notFound(let location, let line):
      "404 Not Found" + Location(location).ending(HTTPError.detail(in: line, 404, "Not Found"))
    case .busy(let location, let status, let reason, let line, let seconds, let until):
      HTTPError.head(status, reason) + ", until "
        + Zone.local.clockTime(until, now: until - seconds)
        + Location(location).ending(HTTPError.detail(in: line, status, reason))
    case .status(let location, let status, let reason, let line):
      HTTPError.statusText(status, reason, line) + Location(location).ending()
    case .tooManyRedirects(let location): "Redirect loop" + Location(location).ending()
    case .redirectedElsewhere(let first, let other):
      "\(Location(first).server) redirects to \(Location(other).named(apartFrom: first)); not followed."
    case .wrongContentType(let location, let type, let line):
      "Bad answer: \(type), not JSON" + Location(location).ending(line)
    case .cutShort(let location): "Connection closed mid-response" + Location(location).ending()
    case .tooLarge(let location, Transfer.headLimit):
      "Headers larger than \(Transfer.headLimit >> 10) KiB, or a single one that is too long"
        + Location(location).ending()
    case .tooLarge(let location, let limit):
      "Answer larger than \(limit >> 20) MiB" + Location(location).ending()
    case .undecodable(let location): "Bad answer: damaged compression" + Location(location).ending()
    case .malformed(let location, let malformed) where malformed.isEmpty:
      "Empty answer" + Location(location).ending()
    case .malformed(let location, let malformed):
      "Bad answer: line \(malformed.line), column \(malformed.column): \(malformed.reason)"
        + Location(location).ending()
    case .noReadableEntry(let location, let reasons):
      "Bad answer: no entry can be read: \(reasons)" + Location(location).ending()
    case .unexpected(let location, let kind, let expected, let message):
      "Bad answer: \(kind), not \(expected)" + Location(location).ending(message)
    case .cancelled: "The request was cancelled."
    case .missingLibrary(let name): "\(name) is needed to reach a server and isn't installed."
    case .tooManyFiles: "Can't connect: too many files are open."
    case .libraryFailed(let reason): "libcurl failed: \(reason)."
    }
  }

  /// A sentence that suggests to the user how to correct the error.
  public var recoverySuggestion: String? {
    switch self {
    case .nameNotFound: "Check the spelling and this machine's network."
    case .refused: "Check the address and the port; the server may be down."
    case .unreachable: "Check the network, the VPN and https_proxy."
    case .proxyLogin(_, _, let schemes):
      AuthenticationSchemes(schemes).other == nil
        ? "Check user and password in https_proxy: http://USER:PASSWORD@HOST:PORT."
        : "The proxy doesn't take a user and password: ask its administrator for another way."
    case .hungUp, .timedOut:
      "Try again; if it persists, check the network or contact the server's administrator."
    case .untrusted(_, let certificate, .wrongName):
      "Use the name that the certificate is for"
        + (certificate.names?.first.map { ", \($0)" } ?? "")
        + ", or trust the certificate."
    case .untrusted:
      "Check the fingerprint with the server's administrator, then trust it; or name its authority: --cacert FILE."
    case .changedCertificate:
      "The connection may be intercepted. If the certificate was renewed, ask the server's administrator for the new fingerprint, and trust that one."
    case .notSecured: "Check https_proxy, or contact the server's administrator."
    case .speaksHTTP(let host):
      """
      Check the port. Or type http://\(host) and start with --insecure-http, if anyone on the network \
      may read everything, passwords included.
      """
    case .notEncrypted:
      "Use https://, or let anyone on the network read everything: --insecure-http."
    case .unreadableAuthority:
      "Name a readable PEM file with --cacert FILE."
    case .unsendable: "Check the address, the user and the extra headers of this server."
    case .passwordNeeded: "Run it in a terminal, or add --password-command CMD."
    case .unauthorized(_, _, hadUser: false, _): "Add --user NAME."
    case .unauthorized: "Enter the password again, or another user."
    case .loginNotOffered:
      "The server didn't check the password, so it stays stored. Ask its administrator for an address that does."
    case .forbidden: "Ask for permission to see it, or log in as another user."
    case .notFound: "It may have been deleted; check the address if it should be there."
    case .busy(_, _, _, _, let seconds, _):
      "Wait \(seconds > 600 ? "\((seconds + 59) / 60) minutes" : "\(seconds) s"), as the server asks, and try again."
    case .status(_, 429, _, _): "Wait a while, and try again."
    case .status(_, let status, _, _) where status >= 500:
      "Try again later; if it persists, contact the server's administrator."
    case .status, .tooManyRedirects: "Check the address: it may not be this kind of server."
    case .redirectedElsewhere(_, let other) where other.hasPrefix("https:"):
      """
      Your password was not sent on. If that is the server you want, name it: --server \(HostName(other).ascii). If it is a login page (single sign-on), ask the server's administrator for an address that takes a password.
      """
    case .redirectedElsewhere:
      "That address isn't encrypted, and your password was not sent on. Contact the server's administrator."
    case .wrongContentType:
      "This may be a login page or another kind of server: check the address."
    case .cutShort: "Try again."
    case .tooLarge(_, Transfer.headLimit): "Contact the server's administrator."
    case .tooLarge: "Request less data, or record it another way."
    case .undecodable: "Try again; if it persists, contact the server's administrator."
    case .malformed, .unexpected, .noReadableEntry: "Contact the server's administrator."
    case .cancelled: nil
    case .missingLibrary:
      "Install libcurl: the package libcurl4 (Debian, Ubuntu; libcurl4t64 in recent releases) or libcurl (Fedora)."
    case .tooManyFiles: "Allow more open files (ulimit -n 256), and try again."
    case .libraryFailed: "Try again; if it persists, reinstall libcurl."
    }
  }
}

extension HTTPError {
  /// `nil` if the text only repeats the status, as the titles of HTML pages do: "404 Not Found".
  private static func detail(in line: String?, _ status: Int, _ reason: String) -> String? {
    line.flatMap { line in
      [reason, "\(status) \(reason)"].contains { $0.lowercased() == line.lowercased() } ? nil : line
    }
  }

  /// "429 Too Many Requests".
  private static func head(_ status: Int, _ reason: String) -> String {
    "\(status)" + (reason.isEmpty ? "" : " \(reason)")
  }

  /// "500 Internal Server Error: Internal error". A title such as "502 Proxy Error" stands alone.
  private static func statusText(_ status: Int, _ reason: String, _ line: String?) -> String {
    let head = head(status, reason)
    guard let line = detail(in: line, status, reason) else { return head }
    return line.hasPrefix("\(status)") ? line : "\(head): \(line)"
  }

  private static func forbidden(_ location: String, _ user: String?, _ line: String?) -> String {
    if let line { return Location(location).ending(line, for: user) }
    return ": \(user ?? "this user") may not read \(Location(location).resource)"
      + Location(location).ending(naming: .server)
  }
}

/// A URL without user and query, as messages name it at their end: the resource, then the server.
private struct Location {
  enum Part { case all, server }

  /// "virtualSystems", "virtualSystems/1004"; empty for the server's root.
  let resource: String
  /// In a form that exposes look-alike letters: the name may come from a response.
  let server: String
  private let text: String

  init(_ location: String) {
    text = location
    guard let start = location.range(of: "://")?.upperBound else {
      resource = location
      server = ""
      return
    }
    server = HostName(String(location[start...].prefix { $0 != "/" })).displayText
    let names = location[start...].split(separator: "/").dropFirst()
    // An id means nothing without its resource's kind.
    let isID = names.last?.contains(where: \.isNumber) == true
    resource = names.suffix(isID ? 2 : 1).joined(separator: "/")
  }

  /// With the scheme if that distinguishes the server from the other one.
  func named(apartFrom other: String) -> String {
    text.prefix { $0 != ":" } == other.prefix { $0 != ":" }
      ? server : HostName(text).displayText
  }

  /// The server's text, then the resource and the server in parentheses, with the user if any.
  func ending(
    _ line: String? = nil, naming part: Part = .all, for user: String? = nil
  ) -> String {
    let server = [user, server].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " at ")
    let names = (part == .all ? [resource, server] : [server]).filter { !$0.isEmpty }
    return (line.map { ": \($0)" } ?? "")
      + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))") + "."
  }
}

extension HTTPError.TrustFailure {
  /// Returns a sentence that explains to the user why a certificate isn't trusted.
  public func sentence(about certificate: Certificate) -> String {
    sentence(about: certificate, naming: "")
  }

  func sentence(about certificate: Certificate, naming server: String) -> String {
    switch self {
    case .selfSigned: "Self-signed: no authority vouches for it\(server)."
    case .unknownIssuer:
      "No authority that this machine knows vouches for its certificate\(server)."
    case .unknownTo(let authorities):
      "No authority in \(authorities) vouches for its certificate\(server)."
    case .expired: "Its certificate has expired\(server)."
    case .notYetValid:
      "Its certificate isn't valid before \(certificate.validFromText)\(server); is this machine's clock right?"
    case .wrongName:
      certificate.namesText.map { "Its certificate is for \($0), not for this address\(server)." }
        ?? "Its certificate was issued for another name\(server)."
    case .other(let reason): "Its certificate isn't trusted: \(reason)\(server)."
    }
  }
}
