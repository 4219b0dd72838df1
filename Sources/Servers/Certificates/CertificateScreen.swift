import Controllers
import Files
import Networking
import Restoration
public import Screens
import Terminals
import Values

extension Connections {
  /// The screen with a certificate that isn't trusted. Trust is given for this server alone.
  public func certificateScreen(for unknown: UnknownCertificate) -> any Screen {
    let trusted = Result { () throws(FileError) in try settings.requireTrustedServers() }
    return CertificateScreen(unknown, trusted: trusted) { [self] in
      try await unknownCertificate(of: unknown.server)
    }
  }

  /// The certificate that a server presents now; nil if it is trusted by now. Nothing is sent. Throws `HTTPError` and `TrustError`.
  private func unknownCertificate(of server: String) async throws -> UnknownCertificate? {
    do {
      try await check(server)
      return nil
    } catch let problem as HTTPError {
      guard let unknown = UnknownCertificate(problem) else { throw problem }
      return unknown
    }
  }
}

/// A certificate above buttons, of which the one that has the focus changes nothing.
///
/// No letter does anything here: a password typed on, because it was asked for a moment ago, neither trusts nor copies. A certificate that
/// takes the place of a trusted one has to be confirmed first. The screen goes away by itself once another window has trusted the
/// certificate.
///
/// A session file may say anything of a certificate. So the one that is trusted is the one that the server presents when Trust is pressed;
/// if that isn't the one shown, it is shown instead.
@MainActor final class CertificateScreen: Screen {
  var state = CertificateState()
  private var unknown: UnknownCertificate
  private let trusted: Result<TrustedServers, FileError>
  private let presented: @MainActor () async throws -> UnknownCertificate?
  private var detail: DetailController
  /// The problem with the file of trusted certificates that was told last; nil if it could be read since.
  private var toldProblem: String?

  /// - Parameter presented: The certificate that the server presents now; nil if it is trusted by now.
  init(
    _ unknown: UnknownCertificate, trusted: Result<TrustedServers, FileError>,
    presented: @escaping @MainActor () async throws -> UnknownCertificate?
  ) {
    self.unknown = unknown
    self.trusted = trusted
    self.presented = presented
    detail = CertificateScreen.detail(unknown)
  }

  private static func detail(_ unknown: UnknownCertificate) -> DetailController {
    DetailController(title: "Certificate", isRefreshable: false) { load in
      load.show(Detail(unknown))
    }
  }

  var title: String { "Certificate" }
  /// True, so that letters aren't keys here, not the framework's either.
  var isTyping: Bool { true }

  /// One small file on this machine is read for it, so the person who comes back from the other window hardly waits.
  let refreshInterval: Int? = 2

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    do {
      // Where there is no folder for them, none is trusted.
      let trusted = try (try? trusted.get())?.certificate(for: unknown.server)
      if trusted?.publicKey == unknown.certificate.publicKey {
        // After a restart the screen below loads by itself. One that has been waiting goes on only if it is told.
        return loadReason == .timer ? navigator.answer(.recovered) : navigator.pop()
      }
      toldProblem = nil
    } catch {
      let problem = StatusMessage(problem: "", error).text
      // It isn't said again every other second.
      if problem != toldProblem { navigator.notify(problem) }
      toldProblem = problem
    }
    // What is said in the bottom line stays until somebody has read it.
    if loadReason != .timer { await detail.load(loadReason, inner(navigator)) }
  }

  var asksForConsent: Bool { true }

  // MARK: Focus

  private enum Control: String, CaseIterable {
    // In the order in which they stand on the screen.
    case confirm, cancel, trust, copy
  }

  private var isChange: Bool { unknown.trusted != nil }
  private var controls: [Control] { Control.allCases.filter { $0 != .confirm || isChange } }

  private var focus: Control {
    guard let control = state.focusID.flatMap({ Control(rawValue: $0) }),
      controls.contains(control)
    else { return .cancel }
    return control
  }

  private func moveFocus(_ step: Int) {
    guard let place = controls.firstIndex(of: focus) else { return }
    state.focusID = controls[(place + step + controls.count) % controls.count].rawValue
  }

  // MARK: Keys

  var bindings: [KeyBinding] {
    [
      KeyBinding(.tab, .right, label: "next", help: "Next button") { _ in self.moveFocus(1) },
      KeyBinding(.backTab, .left, help: "Previous button") { _ in self.moveFocus(-1) },
      KeyBinding(.enter, label: "press", help: "Press the button") { self.press(self.focus, $0) },
      // A password may have blanks in it, and they press no button.
      KeyBinding(" ", help: "Confirm, or take it back") {
        if self.focus == .confirm { self.press(.confirm, $0) }
      },
      KeyBinding(.up, help: "Go up a line") { self.scroll(.up, $0) },
      KeyBinding(.down, help: "Go down a line") { self.scroll(.down, $0) },
      KeyBinding(.pageUp, help: "Go up a page") { self.scroll(.pageUp, $0) },
      KeyBinding(.pageDown, help: "Go down a page") { self.scroll(.pageDown, $0) },
      KeyBinding(.home, help: "Go to the top") { self.scroll(.home, $0) },
      KeyBinding(.end, help: "Go to the end") { self.scroll(.end, $0) },
    ]
  }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    guard case .mouse(let mouse) = event else { return bindings.perform(event, navigator) }
    let area = areas(navigator.size).first { $0.area.contains(mouse.position) }
    switch mouse.action {
    case .click, .doubleClick:
      guard let control = area?.control else { break }
      // What trusts takes two clicks, as it takes two keys.
      if control == .trust, focus != .trust {
        state.focusID = control.rawValue
      } else {
        press(control, navigator)
      }
    case .scrollUp, .scrollDown:
      scrolling { _ = detail.handle(event, inner(navigator)) }
    }
    return .handled
  }

  private func scroll(_ key: Key, _ navigator: Navigator) {
    scrolling { _ = detail.handle(.key(key), inner(navigator)) }
  }

  /// The detail's place is this screen's state.
  private func scrolling<Outcome>(_ move: () -> Outcome) -> Outcome {
    (detail.state.topRowID, detail.state.topLine) = (state.topRowID, state.topLine)
    let outcome = move()
    state.topRowID = detail.state.topRowID
    state.topLine = detail.state.topLine
    return outcome
  }

  /// Tells whether the fingerprint is on the screen; if not, it is scrolled to. A subject of many lines may have pushed it off.
  private func isFingerprintShown(_ navigator: Navigator) -> Bool {
    scrolling { detail.reveal(Detail.fingerprintID(unknown), inner(navigator).size) }
  }

  private func press(_ control: Control, _ navigator: Navigator) {
    state.focusID = control.rawValue
    switch control {
    case .cancel: navigator.pop()
    case .confirm: state.isConfirmed.toggle()
    case .copy: navigator.copy(unknown.certificate.fingerprint)
    case .trust:
      guard !isChange || state.isConfirmed else {
        return navigator.notify("Confirm it first: Shift-Tab twice, then Space.")
      }
      guard isFingerprintShown(navigator) else {
        return navigator.notify("Compare the fingerprint first, then Enter.")
      }
      navigator.run("trust") { await self.trust(navigator) }
    }
  }

  /// True while the server is asked once more.
  private var isAsking = false
  var activity: String? { isAsking ? "Asking the server…" : nil }

  private func trust(_ navigator: Navigator) async {
    isAsking = true
    defer { isAsking = false }
    do {
      // Where there is nowhere to keep it, who isn't told that presses the key for ever.
      let trusted = try trusted.get()
      guard let presented = try await presented() else { return navigator.answer(.recovered) }
      // Nor is one taken in silence for another that has been trusted meanwhile, in another window.
      guard presented.certificate == unknown.certificate, presented.trusted == unknown.trusted
      else {
        return await show(presented, navigator)
      }
      try trusted.trust(presented.certificate, for: presented.server)
      navigator.answer(.recovered)
    } catch {
      navigator.notify(StatusMessage(problem: "", error).text)
    }
  }

  /// Shows another certificate than the one that was shown.
  private func show(_ other: UnknownCertificate, _ navigator: Navigator) async {
    unknown = other
    detail = CertificateScreen.detail(other)
    state = CertificateState()
    await detail.load(.appear, inner(navigator))
    navigator.notify("The server presents another certificate than the one shown. Compare this.")
  }

  // MARK: Drawing

  private func text(_ control: Control) -> String {
    switch control {
    case .cancel: "[ Cancel ]"
    case .confirm: "[\(state.isConfirmed ? "x" : " ")] Confirmed by the server's people"
    case .trust: isChange ? "[ Replace ]" : "[ Trust ]"
    case .copy: "[ Copy ]"
    }
  }

  /// The number of rows that the buttons have at the bottom.
  private func footer(_ size: Size) -> Int {
    min(max(0, size.rows - 1), (isChange ? 2 : 1) + (size.rows > 8 ? 1 : 0))
  }

  private func inner(_ navigator: Navigator) -> Navigator {
    let size = navigator.size
    return Navigator(size: Size(rows: size.rows - footer(size), columns: size.columns)) {
      navigator.request($0)
    }
  }

  private func areas(_ size: Size) -> [(control: Control, area: Area)] {
    let left = size.columns < 60 ? 1 : 3
    let row = size.rows - 1
    var column = left
    return controls.map { control in
      let width = text(control).count
      if control == .confirm {
        let area = Area(row: row - 1, column: left, rows: 1, columns: width)
        return (control, area)
      }
      defer { column += width + 2 }
      return (control, Area(row: row, column: column, rows: 1, columns: width))
    }
  }

  func draw(in canvas: inout Canvas) {
    let size = canvas.size
    (detail.state.topRowID, detail.state.topLine) = (state.topRowID, state.topLine)
    canvas.within(
      Area(row: 0, column: 0, rows: size.rows - footer(size), columns: size.columns)
    ) { detail.draw(in: &$0) }
    for (control, area) in areas(size) {
      let isEnabled = control != .trust || !isChange || state.isConfirmed
      canvas.write(
        text(control), row: area.row, column: area.column,
        style: Style(isEnabled ? .text : .secondary, isSelected: control == focus),
        limit: size.columns - area.column)
    }
  }
}

/// The state of the question about a certificate: the line it is scrolled to, the button with the focus, and the confirmation.
struct CertificateState: RestorableState {
  var topRowID: String?
  var topLine = 0
  /// The button with the focus; nil until the person moves, for the one that changes nothing.
  var focusID: String?
  /// True if the person says that the new fingerprint is the server's.
  var isConfirmed = false

  init() {}
}
