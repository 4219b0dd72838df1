import CLibcrypto
import CLibcurl
import CSystem
import Core
import Foundation

/// A running request, used only on its loop's thread.
final class Transfer {
  let ticket: TransferTicket
  let easy: UnsafeMutableRawPointer
  let finish: @Sendable (TransferResult) -> Void
  /// The transfer times out then if nothing is received before.
  private(set) var deadline: ContinuousClock.Instant

  private let library: LoadedLibcurl
  // Retained for as long as libcurl may use them.
  private let cookies: CookieJar?
  private let headerList: HeaderList
  private let message: UnsafeMutableBufferPointer<CChar>
  private let sentBody: SentBody?

  private let patience: Duration
  private let sizeLimit: Int
  /// In bytes, for all heads of a response, including intermediate ones and the trailer of a
  /// chunked body, of which libcurl retains some.
  static let headLimit = 256 << 10
  private let slowness: Duration
  private let minimumRate: Int
  private var head = ResponseHead()
  private var headSize = 0
  private var begun: ContinuousClock.Instant?
  private var body: [UInt8] = []
  private var isTooLarge = false
  private var receivedSize: Int64 = 0
  private var nextProgress = ContinuousClock.now

  /// With `isAlone`, the transfer opens a new connection.
  init(
    _ ticket: TransferTicket, _ configuration: LibcurlTransport.Configuration,
    library: LoadedLibcurl, cookies: CookieJar?, alone isAlone: Bool,
    finish: @escaping @Sendable (TransferResult) -> Void
  ) throws(TransferFailure) {
    let headerList = try HeaderList(ticket.step, configuration, library: library)
    guard let easy = reprise_libcurl_easy_make(library.functions) else {
      throw .libraryFailed("out of memory")
    }
    self.ticket = ticket
    self.easy = easy
    self.finish = finish
    self.library = library
    self.cookies = cookies
    self.headerList = headerList
    sentBody = ticket.step.body.map { SentBody($0.content) }
    message = .allocate(capacity: Int(REPRISE_LIBCURL_ERROR_LENGTH))
    message.initialize(repeating: 0)
    patience = configuration.idleTimeout
    deadline = .now + patience
    sizeLimit = configuration.sizeLimit
    slowness = configuration.slowness
    minimumRate = max(1, configuration.minimumRate)
    let options = TransferOptions(library, easy)
    try options.set(ticket.step, configuration)
    if isAlone { try options.set(REPRISE_LIBCURL_FRESH_CONNECT, to: 1) }
    try options.set(REPRISE_LIBCURL_ERROR_BUFFER, to: message.baseAddress)
    try options.set(REPRISE_LIBCURL_HEADERS, to: headerList.list)
    if let sentBody {
      try library.require(
        reprise_libcurl_set_size(
          library.functions, easy, REPRISE_LIBCURL_POST_SIZE, Int64(sentBody.bytes.count)))
      try options.set(REPRISE_LIBCURL_POST_FIELDS, to: sentBody.bytes.baseAddress)
    }
    try options.set(REPRISE_LIBCURL_SHARE, to: cookies?.share)
    try library.require(
      reprise_libcurl_set_receivers(
        library.functions, easy,
        { bytes, one, count, context in
          Transfer.at(context)?.takeHead(UnsafeRawBufferPointer(start: bytes, count: one * count))
            ?? 0
        },
        { bytes, one, count, context in
          Transfer.at(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: one * count))
            ?? 0
        }, Unmanaged.passUnretained(self).toOpaque()))
  }

  deinit {
    reprise_libcurl_easy_free(library.functions, easy)
    message.deallocate()
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  // Receiving.

  /// Returns 0 to abort the transfer.
  private func takeHead(_ line: UnsafeRawBufferPointer) -> Int {
    let now = ContinuousClock.now
    deadline = now + patience
    begun = begun ?? now
    headSize += line.count
    guard headSize <= Transfer.headLimit else { return 0 }
    head.take(line)
    return line.count
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    let now = ContinuousClock.now
    deadline = now + patience
    guard bytes.count <= sizeLimit - body.count else {
      isTooLarge = true
      return 0
    }
    if body.isEmpty, let length = head.expectedLength, length <= sizeLimit {
      body.reserveCapacity(length)
    }
    body.append(contentsOf: bytes)
    // The page of a redirect or an error isn't progress.
    if let progress = ticket.step.progress, head.status == 200, now >= nextProgress {
      nextProgress = now + .milliseconds(100)
      progress(HTTPProgress(received: body.count, expected: head.expectedLength))
    }
    return bytes.count
  }

  private var isConnected: Bool {
    reprise_libcurl_info(library.functions, easy, REPRISE_LIBCURL_CONNECTED_AFTER) > 0
  }

  /// Until the connection is made, libcurl measures the time.
  func isSilent(at now: ContinuousClock.Instant) -> Bool {
    guard now >= deadline else { return false }
    // Compressed bytes may arrive for a while without producing output.
    let size = reprise_libcurl_info(library.functions, easy, REPRISE_LIBCURL_RECEIVED_SIZE)
    if isConnected, size == receivedSize { return true }
    receivedSize = size
    deadline = now + patience
    return false
  }

  /// Covers a low average rate; `isSilent` covers the case that no bytes arrive.
  func isSlow(at now: ContinuousClock.Instant) -> Bool {
    guard let begun, now - begun > slowness else { return false }
    let body = reprise_libcurl_info(library.functions, easy, REPRISE_LIBCURL_RECEIVED_SIZE)
    let received = Double(headSize) + Double(body)
    return now - begun > slowness + .seconds(received / Double(minimumRate))
  }

  /// libcurl closes the connection when the last transfer on it ends.
  func forbidReuse() {
    // Every release accepts this option.
    _ = reprise_libcurl_set_number(library.functions, easy, REPRISE_LIBCURL_FORBID_REUSE, 1)
  }

  // The result.

  func result(_ code: Int32) -> TransferResult {
    // 63: libcurl saw in the head that the body would be too large.
    if isTooLarge || code == 63 { return .failure(.tooLarge) }
    // 100: libcurl has its own limit, which a response with many small headers may exceed first.
    // 27, out of memory: older releases report this for a single line longer than their limit.
    let isLineTooLong = code == 27 && (begun != nil || isConnected)
    if headSize > Transfer.headLimit || code == 100 || isLineTooLong {
      return .failure(.headTooLarge)
    }
    guard code == 0 else { return .failure(.curl(failure(code))) }
    switch ticket.step.purpose {
    case .response:
      return .success(
        .response(
          HTTPResponse(
            status: head.status, reason: head.reason, headers: head.headers, body: body,
            url: ticket.step.url)))
    case .handshake: return .success(.connected)
    case .certificate:
      return Certificate(easy, library).map { .success(.certificate($0)) }
        ?? .failure(.libraryFailed("the server's certificate can't be read"))
    }
  }

  private func failure(_ code: Int32) -> CurlFailure {
    func info(_ info: reprise_libcurl_info) -> Int {
      Int(reprise_libcurl_info(library.functions, easy, info))
    }
    let errorText = message.baseAddress.map { String(cString: $0) } ?? ""
    let verification = info(REPRISE_LIBCURL_VERIFY_RESULT)
    return CurlFailure(
      code: code, reason: errorText.isEmpty ? library.text(of: code) : errorText,
      systemError: Int32(clamping: info(REPRISE_LIBCURL_SYSTEM_ERROR)),
      verification: verification, verificationReason: library.text(ofVerification: verification),
      proxyStatus: info(REPRISE_LIBCURL_PROXY_STATUS), hasResponded: begun != nil,
      proxySchemes: [(1, "Basic"), (2, "Digest"), (4, "Negotiate"), (8, "NTLM"), (64, "Bearer")]
        .filter { $0.0 & info(REPRISE_LIBCURL_PROXY_SCHEMES) != 0 }.map(\.1))
  }
}

/// A copy of a request's body, whose address libcurl may use until the transfer ends. It is wiped
/// afterwards.
private final class SentBody {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ content: Secret) {
    bytes = content.withBytes { content in
      // An address even for an empty body: without one, libcurl would read standard input.
      let copy = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(1, content.count), alignment: 1)
      copy.copyBytes(from: content)
      return UnsafeMutableRawBufferPointer(rebasing: copy[..<content.count])
    }
  }

  deinit {
    reprise_secret_wipe(bytes.baseAddress, bytes.count)
    bytes.baseAddress?.deallocate()
  }
}

/// The headers of a request, in libcurl's format.
private final class HeaderList {
  private let library: LoadedLibcurl
  private(set) var list: UnsafeMutableRawPointer?

  init(
    _ step: RedirectStep, _ configuration: LibcurlTransport.Configuration, library: LoadedLibcurl
  ) throws(TransferFailure) {
    self.library = library
    var headers = step.headers
    if let body = step.body { headers.append(HTTPHeader("Content-Type", body.type)) }
    if let language = configuration.acceptLanguage, headers.value("Accept-Language") == nil {
      headers.append(HTTPHeader("Accept-Language", language))
    }
    for header in headers {
      // libcurl's syntax for a header without a value; with a colon, the header would be removed.
      let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
      guard let longer = reprise_libcurl_list_append(library.functions, list, line) else {
        throw .libraryFailed("out of memory")
      }
      list = longer
    }
  }

  deinit { reprise_libcurl_list_free(library.functions, list) }
}
