import CLibcrypto
import CLibcurl
import Foundation
import Values

/// Tells libcurl a hop's options. All methods throw `TransferFailure.libraryFailed`: an option that isn't taken ends the hop before it
/// begins, and never weakens it.
struct TransferOptions {
  private let library: LoadedLibcurl
  private let easy: UnsafeMutableRawPointer

  init(_ library: LoadedLibcurl, _ easy: UnsafeMutableRawPointer) {
    self.library = library
    self.easy = easy
  }

  func set(
    _ hop: RedirectStep, _ configuration: LibcurlTransport.Configuration
  ) throws(TransferFailure) {
    try set(REPRISE_LIBCURL_NO_SIGNAL, to: 1)
    // A thread that looks for a name can't be stopped. Whoever gives up leaves it to itself: otherwise all transfers would wait for it.
    try library.requireIfKnown(
      reprise_libcurl_set_number(library.functions, easy, REPRISE_LIBCURL_QUICK_EXIT, 1))
    try set(REPRISE_LIBCURL_URL, to: hop.url.absoluteString)
    let schemes = REPRISE_LIBCURL_HTTPS | (configuration.allowsHTTP ? REPRISE_LIBCURL_HTTP : 0)
    try set(REPRISE_LIBCURL_PROTOCOLS, to: schemes)
    // Otherwise it would guess, and most often http.
    try set(REPRISE_LIBCURL_DEFAULT_PROTOCOL, to: "https")
    try set(
      REPRISE_LIBCURL_CONNECT_TIMEOUT_MS,
      to: max(1, Int(configuration.connectTimeout / .milliseconds(1))))
    // Both are always set, so that libcurl doesn't look into the environment by itself.
    try set(
      REPRISE_LIBCURL_PROXY, to: configuration.proxies.proxy(scheme: hop.address.scheme))
    try set(REPRISE_LIBCURL_NO_PROXY, to: configuration.proxies.exceptions)
    try set(REPRISE_LIBCURL_SUPPRESS_CONNECT_HEADERS, to: 1)
    try setTrust(hop.purpose, configuration)
    switch hop.purpose {
    case .certificate, .handshake: try set(REPRISE_LIBCURL_CONNECT_ONLY, to: 1)
    case .answer: try setRequest(hop, configuration)
    }
  }

  private func setTrust(
    _ purpose: RedirectStep.Purpose, _ configuration: LibcurlTransport.Configuration
  ) throws(TransferFailure) {
    try set(REPRISE_LIBCURL_SSL_VERSION, to: REPRISE_LIBCURL_TLS_1_2)
    if let authorityFile = configuration.authorityFile {
      try set(REPRISE_LIBCURL_CA_FILE, to: authorityFile)
      try set(REPRISE_LIBCURL_CA_FOLDER, to: nil as String?)
    } else {
      let authorities = configuration.environmentAuthorities
      if let file = authorities.file { try set(REPRISE_LIBCURL_CA_FILE, to: file.value) }
      if let directory = authorities.directory {
        try set(REPRISE_LIBCURL_CA_FOLDER, to: directory.value)
      }
    }
    let isVerified: Bool
    switch purpose {
    case .answer(trustedKey: nil), .handshake(trustedKey: nil): isVerified = true
    case .answer(let key?), .handshake(let key?):
      isVerified = false
      try set(REPRISE_LIBCURL_PINNED_PUBLIC_KEY, to: key)
    case .certificate:
      isVerified = false
      try set(REPRISE_LIBCURL_CERTIFICATE_INFO, to: 1)
      // It is to be a handshake of its own, with a certificate in it.
      try set(REPRISE_LIBCURL_SESSION_ID_CACHE, to: 0)
    }
    try set(REPRISE_LIBCURL_VERIFY_PEER, to: isVerified ? 1 : 0)
    try set(REPRISE_LIBCURL_VERIFY_HOST, to: isVerified ? 2 : 0)
  }

  private func setRequest(
    _ hop: RedirectStep, _ configuration: LibcurlTransport.Configuration
  ) throws(TransferFailure) {
    if hop.method == .delete { try set(REPRISE_LIBCURL_CUSTOM_REQUEST, to: hop.method.rawValue) }
    try set(REPRISE_LIBCURL_ACCEPT_ENCODING, to: "gzip")
    if let userAgent = configuration.userAgent {
      try set(REPRISE_LIBCURL_USER_AGENT, to: userAgent)
    }
    // An empty name stands for no file, and for cookies in memory.
    if hop.takesCookies { try set(REPRISE_LIBCURL_COOKIE_FILE, to: "") }
    try library.require(
      reprise_libcurl_set_size(
        library.functions, easy, REPRISE_LIBCURL_MAXIMUM_SIZE, Int64(configuration.sizeLimit)))
    try set(REPRISE_LIBCURL_BUFFER_SIZE, to: 128 << 10)
    if let credentials = hop.credentials {
      try set(REPRISE_LIBCURL_AUTHENTICATION, to: REPRISE_LIBCURL_BASIC)
      try set(REPRISE_LIBCURL_USER_NAME, to: credentials.user)
      try setPassword(credentials)
    }
  }

  /// Sets the password. libcurl keeps a copy until the transfer ends; ours is wiped.
  private func setPassword(_ credentials: Credentials) throws(TransferFailure) {
    let code = credentials.password.withBytes { password in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: password.count + 1) { copy in
        _ = copy.initialize(from: password)
        copy[password.count] = 0
        defer { reprise_secret_wipe(copy.baseAddress, copy.count) }
        return copy.withMemoryRebound(to: CChar.self) {
          reprise_libcurl_set_text(
            library.functions, easy, REPRISE_LIBCURL_PASSWORD, $0.baseAddress)
        }
      }
    }
    try library.require(code)
  }

  // By the kind of value.

  func set(_ option: reprise_libcurl_option, to number: Int) throws(TransferFailure) {
    try library.require(
      reprise_libcurl_set_number(library.functions, easy, option, number))
  }

  func set(_ option: reprise_libcurl_option, to text: String?) throws(TransferFailure) {
    try library.require(reprise_libcurl_set_text(library.functions, easy, option, text))
  }

  /// Sets an option to an address, whose memory must stay as long as the transfer.
  func set(
    _ option: reprise_libcurl_option, to address: UnsafeMutableRawPointer?
  ) throws(TransferFailure) {
    try library.require(
      reprise_libcurl_set_address(library.functions, easy, option, address))
  }
}
