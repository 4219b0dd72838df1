import CLibcrypto
import CLibcurl
import CSystem
import Core
import FoundationEssentials
import Glibc

/// Sets a request's libcurl options. All methods throw `TransferFailure.libraryFailed`: a rejected
/// option prevents the request, and never weakens its security.
struct TransferOptions {
  private let library: LoadedLibcurl
  private let easy: UnsafeMutableRawPointer

  init(_ library: LoadedLibcurl, _ easy: UnsafeMutableRawPointer) {
    self.library = library
    self.easy = easy
  }

  func set(
    _ step: RedirectStep, _ configuration: LibcurlTransport.Configuration
  ) throws(TransferFailure) {
    try set(REPRISE_LIBCURL_NO_SIGNAL, to: 1)
    // A resolver thread can't be stopped. After a timeout or cancellation it is abandoned;
    // otherwise all transfers would wait for it.
    try library.requireIfKnown(
      reprise_libcurl_set_number(library.functions, easy, REPRISE_LIBCURL_QUICK_EXIT, 1))
    try set(REPRISE_LIBCURL_URL, to: step.url.absoluteString)
    let schemes = REPRISE_LIBCURL_HTTPS | (configuration.allowsHTTP ? REPRISE_LIBCURL_HTTP : 0)
    try set(REPRISE_LIBCURL_PROTOCOLS, to: schemes)
    // Otherwise libcurl would guess, usually http.
    try set(REPRISE_LIBCURL_DEFAULT_PROTOCOL, to: "https")
    try set(
      REPRISE_LIBCURL_CONNECT_TIMEOUT_MS,
      to: max(1, Int(configuration.connectTimeout / .milliseconds(1))))
    // Both are always set, so that libcurl doesn't read the environment itself.
    try set(
      REPRISE_LIBCURL_PROXY, to: configuration.proxies.proxy(scheme: step.address.scheme))
    try set(REPRISE_LIBCURL_NO_PROXY, to: configuration.proxies.exceptions)
    try set(REPRISE_LIBCURL_SUPPRESS_CONNECT_HEADERS, to: 1)
    try setTrust(step.purpose, configuration)
    switch step.purpose {
    case .certificate, .handshake: try set(REPRISE_LIBCURL_CONNECT_ONLY, to: 1)
    case .response: try setRequest(step, configuration)
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
    case .response(trustedKey: nil), .handshake(trustedKey: nil): isVerified = true
    case .response(let key?), .handshake(let key?):
      isVerified = false
      try set(REPRISE_LIBCURL_PINNED_PUBLIC_KEY, to: key)
    case .certificate:
      isVerified = false
      try set(REPRISE_LIBCURL_CERTIFICATE_INFO, to: 1)
      // A full handshake with a certificate is needed.
      try set(REPRISE_LIBCURL_SESSION_ID_CACHE, to: 0)
    }
    try set(REPRISE_LIBCURL_VERIFY_PEER, to: isVerified ? 1 : 0)
    try set(REPRISE_LIBCURL_VERIFY_HOST, to: isVerified ? 2 : 0)
  }

  private func setRequest(
    _ step: RedirectStep, _ configuration: LibcurlTransport.Configuration
  ) throws(TransferFailure) {
    if step.method == .delete { try set(REPRISE_LIBCURL_CUSTOM_REQUEST, to: step.method.rawValue) }
    try set(REPRISE_LIBCURL_ACCEPT_ENCODING, to: "gzip")
    if let userAgent = configuration.userAgent {
      try set(REPRISE_LIBCURL_USER_AGENT, to: userAgent)
    }
    // An empty name turns on cookies in memory, without a file.
    if step.takesCookies { try set(REPRISE_LIBCURL_COOKIE_FILE, to: "") }
    try library.require(
      reprise_libcurl_set_size(
        library.functions, easy, REPRISE_LIBCURL_MAXIMUM_SIZE, Int64(configuration.sizeLimit)))
    try set(REPRISE_LIBCURL_BUFFER_SIZE, to: 128 << 10)
    if let credentials = step.credentials {
      try set(REPRISE_LIBCURL_AUTHENTICATION, to: REPRISE_LIBCURL_BASIC)
      try set(REPRISE_LIBCURL_USER_NAME, to: credentials.user)
      try setPassword(credentials)
    }
  }

  /// libcurl retains a copy of the password until the transfer ends; ours is wiped.
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

  // Setters by the type of value.

  func set(_ option: reprise_libcurl_option, to number: Int) throws(TransferFailure) {
    try library.require(
      reprise_libcurl_set_number(library.functions, easy, option, number))
  }

  func set(_ option: reprise_libcurl_option, to text: String?) throws(TransferFailure) {
    try library.require(reprise_libcurl_set_text(library.functions, easy, option, text))
  }

  /// The memory must outlive the transfer.
  func set(
    _ option: reprise_libcurl_option, to address: UnsafeMutableRawPointer?
  ) throws(TransferFailure) {
    try library.require(
      reprise_libcurl_set_address(library.functions, easy, option, address))
  }
}
