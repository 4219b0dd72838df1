public import Foundation
import Restoration

extension HTTPProblem: LocalizedError {
  /// What happened, in a sentence. Not made safe for a terminal: it may quote a server.
  public var errorDescription: String? {
    switch self {
    case .nameNotFound(let host): "There is no server named \(host)."
    case .refused(let host): "\(host) refuses connections."
    case .unreachable(let host, let reason): "\(host) can't be reached: \(reason)."
    case .timedOut(let host, .connecting, let seconds):
      "\(host) didn't answer within \(seconds) s."
    case .timedOut(let host, .answering, let seconds):
      "\(host) fell silent for \(seconds) s in the middle of its answer."
    case .untrusted(let server, _, let distrust): "\(server): \(distrust.sentence)"
    case .changedCertificate(let server, let trusted, let found):
      """
      \(server) shows another certificate than the one you trust. Nothing was sent.
      Trusted: SHA-256 \(trusted.fingerprint)
      Now:     SHA-256 \(found.fingerprint)
      """
    case .notSecured(let host, let reason): "\(host): no encrypted connection: \(reason)."
    case .speaksHTTP(let host): "\(host) answers, but not encrypted; it may speak http only."
    case .notEncrypted(let place): "\(place): this address isn't encrypted. Nothing was sent."
    case .unreadableAuthority(let file): "\(file): no certificate could be read from it."
    case .unsendable(let reason): "This can't be sent: \(reason)."
    case .passwordNeeded(let server, let user): "The password of \(user) at \(server) is needed."
    case .unauthorized(let place):
      "\(HTTPProblem.server(of: place)): the server doesn't accept this user and password."
    case .forbidden(let place): "\(place): this user may not see it."
    case .notFound(let place): "\(place): there is no such thing on the server."
    case .status(let place, let status, let reason, let line):
      "\(place): the server answered \(status)"
        + (reason.isEmpty ? "" : " \(reason)") + (line.map { ": “\($0)”." } ?? ".")
    case .tooManyRedirects(let place): "\(place): the server redirects without end."
    case .wrongContentType(let place, let type, let line):
      "\(place): the server answered with \(type), not JSON" + (line.map { ": “\($0)”." } ?? ".")
    case .cutShort(let place): "\(place): the answer broke off."
    case .tooLarge(let place, let limit):
      "\(place): the answer has more than \(limit >> 20) MiB."
    case .undecodable(let place): "\(place): the answer's compression is damaged."
    case .malformed(let place, let malformed):
      "\(place), line \(malformed.line), column \(malformed.column): \(malformed.reason)."
    case .unexpected(let place, let kind, let expected, let message):
      "\(place): this is \(kind), not \(expected)"
        + (message.map { "; it says “\($0)”." } ?? ".")
    case .cancelled: "The request was cancelled."
    case .missingLibrary(let name): "A server can be reached only with \(name), which isn't here."
    case .libraryFailed(let reason): "libcurl failed: \(reason)."
    }
  }

  /// What to do about it.
  public var recoverySuggestion: String? {
    switch self {
    case .nameNotFound: "Check the spelling, and that this machine has a network."
    case .refused: "Check the address and the port; the server may be down."
    case .unreachable: "Check the network, the VPN and https_proxy."
    case .timedOut: "Try again; if it stays so, check the network or ask who runs the server."
    case .untrusted(_, _, .wrongName):
      "Use the name that the certificate was made for, or trust it."
    case .untrusted:
      "Compare the fingerprint with whoever runs the server and trust it, or name its authority: --cacert FILE."
    case .changedCertificate:
      "Somebody may be between you and the server. If its certificate was renewed, ask who runs it for the new fingerprint."
    case .notSecured: "Ask who runs the server; check https_proxy."
    case .speaksHTTP(let host):
      """
      Check the port. Or type http://\(host) and start with --insecure-http, if everybody on the line \
      may read along, passwords included.
      """
    case .notEncrypted:
      "Use https://, or accept that everybody on the line can read along: --insecure-http."
    case .unreadableAuthority: "Name a PEM file with --cacert FILE."
    case .unsendable: "Check the address, the user and the extra headers of this server."
    case .passwordNeeded: "Start it at a terminal, or add --password-command CMD."
    case .unauthorized: "Give the password again, or another user."
    case .forbidden: "Ask for the right to see it, or log in as another user."
    case .notFound: "It may have been deleted; check the address if it should be there."
    case .status(_, let status, _, _) where status >= 500:
      "Try again later; if it stays so, tell who runs the server."
    case .status, .tooManyRedirects: "Check the address: it may not be this kind of server."
    case .wrongContentType:
      "This may be a login page or another kind of server: check the address."
    case .cutShort: "Try again."
    case .tooLarge: "Ask for less, or record it in another way."
    case .undecodable: "Try again; if it stays so, tell who runs the server."
    case .malformed, .unexpected: "Tell who runs the server; the raw answer is what they need."
    case .cancelled: nil
    case .missingLibrary:
      "Install libcurl: the package libcurl4 (Debian, Ubuntu; libcurl4t64 in recent releases) or libcurl (Fedora)."
    case .libraryFailed: "Try again; if it stays so, install libcurl anew."
    }
  }
}

extension HTTPProblem {
  /// Whose place it is: passwords are a whole server's.
  private static func server(of place: String) -> Substring {
    let start = place.range(of: "://")?.upperBound ?? place.startIndex
    return place[start...].prefix { $0 != "/" }
  }
}

extension HTTPProblem.Distrust {
  /// Why, in a sentence.
  public var sentence: String {
    switch self {
    case .selfSigned: "Its certificate is signed by itself, so nobody vouches for it."
    case .unknownIssuer: "Nobody this machine knows vouches for its certificate."
    case .expired: "Its certificate has expired."
    case .notYetValid: "Its certificate isn't valid yet; is this machine's clock right?"
    case .wrongName: "Its certificate was made for another name."
    case .other(let reason): "Its certificate isn't trusted: \(reason)."
    }
  }
}
