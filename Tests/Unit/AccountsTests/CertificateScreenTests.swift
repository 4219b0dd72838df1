import Foundation
import Networking
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@testable import Accounts

/// The question about a certificate: nothing is trusted, replaced or copied by a slip.
@MainActor @Suite struct CertificateScreenTests {
  private enum Place: AppRoute {
    case start
    case certificate(UnknownCertificate)
  }

  private struct FormState: RestorableState {}

  private final class Start: Screen {
    var state = FormState()
    private var isRemedied = false
    func receive(_ answer: ScreenResult, _ navigator: Navigator) {
      isRemedied = answer == .recovered
    }
    func draw(in canvas: inout Canvas) {
      canvas.write(isRemedied ? "The start goes on" : "The start", row: 0)
    }
  }

  /// The certificate that the server presents when somebody looks.
  @MainActor private final class Presented {
    var other: UnknownCertificate?
    var isTrusted = false
    var problem: HTTPError?
    /// True if the answer doesn't come until the question is given up.
    var isHeld = false

    func get(_ unknown: UnknownCertificate) async throws -> UnknownCertificate? {
      if isHeld { try await Task.sleep(for: .seconds(3600)) }
      if let problem { throw problem }
      return isTrusted ? nil : other ?? unknown
    }
  }

  private let presented = Presented()
  private let directory: TemporaryDirectory
  private let trusted: TrustedServers
  private static let server = "https://appliance.example.com"

  init() throws {
    directory = try TemporaryDirectory()
    trusted = TrustedServers(directory: directory.path + "/certificates")
  }

  private static func certificate(_ byte: UInt8) -> Certificate {
    let key = String(repeating: "A", count: 42) + (byte == 1 ? "I=" : "E=")
    return Certificate(
      subject: "CN = a", issuer: "CN = b", validFrom: "Jan  9 02:36:00 2010 GMT",
      validUntil: "Nov 21 09:00:00 2034 GMT",
      fingerprint: Array(repeating: "0\(byte)", count: 32).joined(separator: ":"),
      publicKey: "sha256//" + key)
  }

  /// The first letter of one is Cyrillic.
  @Test("The certificate screen shows a look-alike host name in ASCII", arguments: [false, true])
  func aNameThatOnlyLooksLikeAnotherIsShownAsWhatItIs(isChange: Bool) async throws {
    let session = try await session(isChange: isChange, server: "https://аppliance.example.com")
    try session.expect("https://xn--ppliance-06g.example.com")
    try session.expect("Written as")
    let plain = try await self.session(isChange: isChange)
    try plain.expect("https://appliance.example.com")
    try plain.expectNo("Written as")
  }

  private func session(
    isChange: Bool, size: Size = Size(rows: 24, columns: 80), server: String = server,
    store: any SnapshotStore = InMemorySnapshotStore()
  ) async throws -> TestSession<Place> {
    let unknown = UnknownCertificate(
      server: server, certificate: Self.certificate(1), distrust: .selfSigned,
      trusted: isChange ? Self.certificate(2) : nil)
    return try await TestSession(
      Application("tests", title: "Tests", root: Place.start, deepLink: [.certificate(unknown)]) {
        [trusted, presented] route in
        switch route {
        case .start: Start()
        case .certificate(let unknown):
          CertificateScreen(unknown, trusted: .success(trusted)) { [presented] in
            try await presented.get(unknown)
          }
        }
      }, size: size, store: store, isEndless: presented.isHeld)
  }

  private func pin() throws -> Certificate? { try trusted.certificate(for: Self.server) }

  @Test(
    "A password typed into the certificate screen trusts nothing",
    arguments: ["secret", "t", "ttt", "trust", "y", "c", "yes"], [false, true])
  func aPasswordThatIsTypedThereTrustsNothing(text: String, isChange: Bool) async throws {
    let session = try await session(isChange: isChange)
    await session.type(text)
    #expect(session.terminal.copies.isEmpty)
    await session.press(.enter)
    #expect(try pin() == nil)
    try session.expect("The start")
  }

  @Test("The certificate screen focuses Cancel, and Trust is the next button")
  func trustIsOneButtonFurther() async throws {
    let session = try await session(isChange: false)
    try session.expect("2010-01-09 02:36:00 UTC")
    #expect(session.selectedText?.hasPrefix("[ Cancel ]") == true)
    await session.press(.tab, .enter)
    #expect(try pin() == Self.certificate(1))
    try session.expect("The start")
  }

  @Test("The certificate screen replaces a certificate only if confirmed")
  func aReplacedCertificateIsConfirmedFirst() async throws {
    try trusted.trust(Self.certificate(2), for: Self.server)
    let session = try await session(isChange: true)
    try session.expect("presents a different certificate")
    await session.press(.tab, .enter)
    #expect(try pin() == Self.certificate(2))
    try session.expect("Confirm it first")
    await session.press(.backTab, .backTab, " ")
    try session.expect("[x]")
    // A session file may be anybody's: it neither confirms nor chooses.
    try await session.killAndRelaunch()
    try session.expectNo("[x]")
    #expect(session.selectedText?.hasPrefix("[ Cancel ]") == true)
    await session.press(.backTab, " ", .tab, .tab, .enter)
    #expect(try pin() == Self.certificate(1))
  }

  /// A session's answers to a question are dropped: another user may have written the file.
  @Test("A session file neither confirms nor focuses trust", arguments: [false, true])
  func aSessionAnswersNoQuestionAboutTrust(isChange: Bool) async throws {
    if isChange { try trusted.trust(Self.certificate(2), for: Self.server) }
    let session = try await session(isChange: isChange)
    await session.press(.backTab, .tab)
    let saved = try #require(try session.store.load().body)
    let text = String(decoding: saved, as: UTF8.self)
      .replacing("\"isConfirmed\":false", with: "\"isConfirmed\":true")
      .replacing("\"focusID\":null", with: "\"focusID\":\"trust\"")
    #expect(text.contains("\"isConfirmed\":true") && text.contains("\"trust\""))
    let store = InMemorySnapshotStore()
    try store.save(Array(text.utf8))
    let other = try await self.session(isChange: isChange, store: store)
    try other.expectNo("[x]")
    #expect(other.selectedText?.hasPrefix("[ Cancel ]") == true)
    await other.press(.enter)
    #expect(try pin() == (isChange ? Self.certificate(2) : nil))
  }

  /// Of a certificate that is trusted every byte of the fingerprint has been on the screen.
  @Test(
    "The certificate screen trusts only after showing the fingerprint",
    arguments: [
      Size(rows: 12, columns: 40), Size(rows: 8, columns: 30), Size(rows: 5, columns: 30),
    ],
    [false, true])
  func nobodyTrustsAFingerprintThatTheyHaveNotSeen(size: Size, isChange: Bool) async throws {
    if isChange { try trusted.trust(Self.certificate(2), for: Self.server) }
    let session = try await session(isChange: isChange, size: size)
    if isChange { await session.press(.backTab, " ", .tab) }
    await session.press(.tab)
    var seen = 0
    var presses = 0
    while try pin() != Self.certificate(1), presses < 20 {
      seen = max(seen, session.frame.text.matches(of: /\b01\b/).count)
      await session.press(.enter)
      presses += 1
    }
    #expect(try pin() == Self.certificate(1))
    // A window that can't hold all of it has shown its end last.
    #expect(seen >= (size.rows > 9 ? 28 : 3))
    #expect(presses <= 10)
  }

  /// A session file may name any key beside the true fingerprint.
  @Test("The certificate screen trusts only what the server presents")
  func onlyWhatTheServerPresentsIsTrusted() async throws {
    let session = try await session(isChange: false)
    presented.other = UnknownCertificate(
      server: Self.server, certificate: Self.certificate(3), distrust: .selfSigned)
    await session.press(.tab, .enter)
    #expect(try pin() == nil)
    try session.expect("presents a different certificate")
    try session.expect("03:03:03:03")
    #expect(session.selectedText?.hasPrefix("[ Cancel ]") == true)
    await session.press(.tab, .enter)
    #expect(try pin() == Self.certificate(3))
  }

  @Test("The certificate screen trusts nothing without a response")
  func withoutAnAnswerNothingIsTrusted() async throws {
    let session = try await session(isChange: false)
    presented.problem = .refused(host: "appliance.example.com")
    await session.press(.tab, .enter)
    #expect(try pin() == nil)
    try session.expect("Is this")
    try session.expect("Connection refused: appliance.example.com.")
    presented.problem = nil
    presented.isTrusted = true
    await session.press(.enter)
    try session.expect("The start")
    #expect(try pin() == nil)
  }

  /// Tab goes where the eye goes, from the button that changes nothing.
  @Test("Tab follows the order of the certificate screen's buttons") func tabFollowsTheScreen()
    async throws
  {
    let session = try await session(isChange: true)
    for text in ["[ Cancel ]", "[ Replace ]", "[ Copy ]", "[ ] Confirmed", "[ Cancel ]"] {
      #expect(try focused(session).hasPrefix(text))
      await session.press(.tab)
    }
  }

  /// The text from the button on that has the focus.
  private func focused(_ session: TestSession<Place>) throws -> Substring {
    let row = try #require(
      (0..<24).first { row in
        session.frame.cells(ofRow: row).contains { $0.style.isSelected }
      })
    let cells = session.frame.cells(ofRow: row)
    let start = try #require(cells.firstIndex { $0.style.isSelected })
    return session.frame.text(ofRow: row).dropFirst(start - cells.startIndex)
  }

  /// Who types a password on mustn't quit, nor open anything.
  @Test("Letters on the certificate screen are no framework keys")
  func noLetterIsTheFrameworksThere() async throws {
    let session = try await session(isChange: false)
    for letter in ["?", "h", "r", "L", "!", "q"] {
      await session.type(letter)
      #expect(!session.hasQuit)
      try session.expect("Is this")
    }
  }

  @Test(
    "The certificate screen's buttons are indented in wide windows", arguments: [(59, 1), (60, 3)])
  func theButtonsStandFurtherInWhereThereIsRoom(columns: Int, column: Int) async throws {
    let session = try await session(isChange: true, size: Size(rows: 24, columns: columns))
    for text in ["[ ] Confirmed", "[ Cancel ]"] {
      #expect(try place(of: text, session).column == column)
    }
  }

  private func role(of text: String, _ session: TestSession<Place>) throws -> Role {
    let place = try place(of: text, session)
    return Array(session.frame.cells(ofRow: place.row))[place.column].style.role
  }

  /// What replaces a certificate looks like a button only once that is confirmed.
  @Test("The certificate screen dims Replace until confirmed")
  func aButtonThatDoesNothingYetIsDrawnSo() async throws {
    let first = try await session(isChange: false)
    for text in ["[ Cancel ]", "[ Trust ]", "[ Copy ]"] {
      #expect(try role(of: text, first) == .text)
    }
    let change = try await session(isChange: true)
    for text in ["[ ] Confirmed", "[ Cancel ]", "[ Copy ]"] {
      #expect(try role(of: text, change) == .text)
    }
    #expect(try role(of: "[ Replace ]", change) == .secondary)
    await change.press(.backTab, " ")
    #expect(try role(of: "[ Replace ]", change) == .text)
  }

  @Test("The certificate screen never breaks a line within a byte", arguments: 30...80)
  func noLineBreaksWithinAByte(columns: Int) async throws {
    let session = try await session(isChange: false, size: Size(rows: 60, columns: columns))
    let bytes = session.frame.text.split { !"0123456789ABCDEF:".contains($0) }
      .filter { $0.contains("01:01") || $0.hasSuffix("01:") || $0.hasPrefix(":01") }
    #expect(bytes.allSatisfy { $0.split(separator: ":").allSatisfy { $0 == "01" } }, "\(bytes)")
    #expect(session.frame.text.matches(of: /\b01\b/).count >= 32)
  }

  @Test("The certificate screen's Copy button copies the fingerprint")
  func theFingerprintIsCopiedByItsButtonAlone() async throws {
    let session = try await session(isChange: false)
    await session.press(.backTab, .enter)
    #expect(session.terminal.copies == [Self.certificate(1).fingerprint])
  }

  @Test(
    "The certificate screen scrolls to all text in a small window",
    arguments: [Size(rows: 10, columns: 40), Size(rows: 8, columns: 30)])
  func theFingerprintAndTheButtonsAreReachedInALittleWindow(size: Size) async throws {
    let session = try await session(isChange: true, size: size)
    try session.expect("[ Cancel ]")
    try session.expect("[ Replace ]")
    var seen = session.frame.text
    for _ in 0..<40 {
      await session.press(.down)
      seen += session.frame.text
    }
    #expect(seen.contains("01:01:01") && seen.contains("02:02:02"))
  }

  @Test("The certificate screen closes at a start if trusted elsewhere")
  func aQuestionThatAnotherWindowHasAnsweredGoesAway() async throws {
    let session = try await session(isChange: false)
    await session.press(.tab)
    try trusted.trust(Self.certificate(1), for: Self.server)
    try await session.killAndRelaunch()
    try session.expect("The start")
    try session.expectNo("Is this")
  }

  @Test("The certificate screen closes when trusted in another window")
  func aQuestionThatAnotherWindowAnswersGoesAwayByItself() async throws {
    let session = try await session(isChange: false)
    await session.type("secr")
    await session.pass(seconds: 2)
    try session.expect("Is this")
    try trusted.trust(Self.certificate(1), for: Self.server)
    await session.pass(seconds: 2)
    try session.expect("The start goes on")
  }

  /// Another certificate than the one shown is no answer. What the person has done and is told
  /// meanwhile stays.
  @Test("Polling for trust leaves the certificate screen unchanged")
  func lookingForAnAnswerDisturbsNobody() async throws {
    let session = try await session(isChange: true, size: Size(rows: 10, columns: 40))
    await session.press(.backTab, " ", .tab, .tab, .down, .down)
    var before = session.frame
    await session.pass(seconds: 2)
    #expect(session.frame == before)
    await session.press(.backTab, .backTab, " ", .tab, .tab, .enter)
    try session.expect("Confirm it first")
    before = session.frame
    try trusted.trust(Self.certificate(3), for: Self.server)
    for _ in 1...3 { await session.pass(seconds: 2) }
    #expect(session.frame == before)
  }

  @Test("The certificate screen reports an unreadable trust file once")
  func anAnswerThatCannotBeReadIsToldOnce() async throws {
    let session = try await session(isChange: false)
    try trusted.trust(Self.certificate(1), for: Self.server)
    let files = FileManager.default
    let name = try #require(try files.contentsOfDirectory(atPath: trusted.directory).first)
    let path = "\(trusted.directory)/\(name)"
    try files.removeItem(atPath: path)
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    await session.pass(seconds: 2)
    try session.expect("Can't read your trusted")
    await session.press(.down)
    for _ in 1...2 { await session.pass(seconds: 2) }
    try session.expectNo("Can't read your trusted")
    try session.expect("Is this")
    // Another time is told, too.
    try files.removeItem(atPath: path)
    await session.pass(seconds: 2)
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    await session.pass(seconds: 2)
    try session.expect("Can't read your trusted")
  }

  @Test("The certificate screen shows that the server is asked again")
  func thatTheServerIsAskedOnceMoreIsSaid() async throws {
    presented.isHeld = true
    let session = try await session(isChange: false)
    try session.expectNo("Asking the server…")
    await session.press(.tab)
    let trusting = Task { await session.press(.enter) }
    try await session.wait(for: "Asking the server…")
    #expect(try pin() == nil)
    await session.press(.escape)
    await trusting.value
  }

  /// The text above the buttons can be scrolled there.
  @Test(
    "The certificate screen's buttons hide no text",
    arguments: [Size(rows: 10, columns: 40), Size(rows: 8, columns: 30)], [false, true])
  func theButtonsHideNothing(size: Size, isChange: Bool) async throws {
    let tall = try await session(isChange: isChange, size: Size(rows: 60, columns: size.columns))
    let lines = tall.frame.text.split(separator: "\n").map { $0.filter { $0 != " " } }
    let buttons = try #require(lines.firstIndex { $0.contains(isChange ? "Confirmed" : "Cancel") })
    let last = try #require(lines[..<buttons].last { !$0.isEmpty })
    let session = try await session(isChange: isChange, size: size)
    await session.press(.end)
    let shown = session.frame.text.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(shown.contains(last))
  }

  @Test("The certificate screen stays if another certificate is trusted")
  func anotherCertificateThatIsTrustedMeanwhileIsNoAnswer() async throws {
    let session = try await session(isChange: false)
    await session.press(.tab)
    try trusted.trust(Self.certificate(2), for: Self.server)
    try await session.killAndRelaunch()
    try session.expect("Is this")
  }

  // MARK: The mouse

  private func place(of text: String, _ session: TestSession<Place>) throws -> Position {
    let row = try #require(
      (0..<session.frame.size.rows).first { session.frame.text(ofRow: $0).contains(text) })
    let line = session.frame.text(ofRow: row)
    let start = try #require(line.firstRange(of: text)?.lowerBound)
    return Position(row: row, column: line.distance(from: line.startIndex, to: start))
  }

  private func click(_ text: String, _ session: TestSession<Place>) async throws {
    await session.send(.mouse(Mouse(.click, at: try place(of: text, session))))
  }

  @Test("A click presses the certificate screen's Copy and Cancel")
  func aClickPressesWhatChangesNothing() async throws {
    let session = try await session(isChange: false)
    try await click("[ Copy ]", session)
    #expect(session.terminal.copies == [Self.certificate(1).fingerprint])
    #expect(try focused(session).hasPrefix("[ Copy ]"))
    try session.expect("Is this")
    try await click("[ Cancel ]", session)
    try session.expect("The start")
    #expect(try pin() == nil)
  }

  @Test("The certificate screen's Trust button needs two clicks") func whatTrustsTakesTwoClicks()
    async throws
  {
    let session = try await session(isChange: false)
    try await click("[ Trust ]", session)
    #expect(session.selectedText?.contains("[ Trust ]") == true)
    #expect(try pin() == nil)
    try await click("[ Trust ]", session)
    #expect(try pin() == Self.certificate(1))
    try session.expect("The start")
  }

  @Test("A click toggles the certificate screen's confirmation") func aClickConfirmsAndTakesItBack()
    async throws
  {
    try trusted.trust(Self.certificate(2), for: Self.server)
    let session = try await session(isChange: true)
    try await click("[ ] Confirmed", session)
    try session.expect("[x] Confirmed")
    try await click("[x] Confirmed", session)
    try session.expect("[ ] Confirmed")
    for _ in 1...2 { try await click("[ Replace ]", session) }
    #expect(try pin() == Self.certificate(2))
  }
}
