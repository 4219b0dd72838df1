import Controllers
import Core
import Networking
import Restoration
public import Screens
import Terminals

extension Connections {
  /// Returns the screen that shows an untrusted certificate and asks the user whether to trust it.
  /// The decision is stored for this server only.
  public func certificateScreen(for unknown: UnknownCertificate) -> any Screen {
    let trusted = Result { () throws(FileError) in try settings.requireTrustedServers() }
    return CertificateScreen(unknown, trusted: trusted) { [self] in
      try await unknownCertificate(of: unknown.server)
    }
  }

  /// Sends no request. Returns `nil` if the certificate is trusted by now.
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

/// Shows a certificate above buttons; the one with the initial focus changes nothing. Letters do
/// nothing here, so that a password typed without looking neither trusts nor copies. A session file
/// may forge the certificate, so Trust stores the one that the server then presents.
@MainActor final class CertificateScreen: Screen {
  var state = CertificateState()
  private var unknown: UnknownCertificate
  private let trusted: Result<TrustedServers, FileError>
  private let presented: @MainActor () async throws -> UnknownCertificate?
  private var detail: DetailController
  private var reportedProblem: String?

  /// `presented` returns `nil` if the certificate is trusted by now.
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
  /// Letters then aren't key bindings here, including the framework's.
  var isTyping: Bool { true }

  /// Only a small local file is read, so the screen closes soon after another process has trusted
  /// the certificate.
  let refreshInterval: Int? = 2

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    do {
      // If there is no directory for them, no certificate is trusted.
      let trusted = try (try? trusted.get())?.certificate(for: unknown.server)
      if trusted?.publicKey == unknown.certificate.publicKey {
        // After a restart, the screen below loads by itself. One that has been waiting continues
        // only with a result.
        return loadReason == .timer ? navigator.returnResult(.recovered) : navigator.pop()
      }
      reportedProblem = nil
    } catch {
      let problem = StatusMessage(problem: "", error).text
      // It isn't shown again every two seconds.
      if problem != reportedProblem { navigator.notify(problem) }
      reportedProblem = problem
    }
    // An automatic load would replace the message in the bottom line.
    if loadReason != .timer { await detail.load(loadReason, inner(navigator)) }
  }

  var asksForConsent: Bool { true }

  // MARK: Focus

  private enum Control: String, CaseIterable {
    // In their order on the screen.
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
    guard let index = controls.firstIndex(of: focus) else { return }
    state.focusID = controls[(index + step + controls.count) % controls.count].rawValue
  }

  // MARK: Keys

  var bindings: [KeyBinding] {
    [
      KeyBinding(.tab, .right, label: "next", help: "Next button") { _ in self.moveFocus(1) },
      KeyBinding(.backTab, .left, help: "Previous button") { _ in self.moveFocus(-1) },
      KeyBinding(.enter, label: "press", help: "Press the button") { self.press(self.focus, $0) },
      // A password may contain blanks, so they press no button.
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
      // Trusting takes two clicks, as it takes two keys.
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

  private func scrolling<Outcome>(_ move: () -> Outcome) -> Outcome {
    (detail.state.topRowID, detail.state.topLine) = (state.topRowID, state.topLine)
    let outcome = move()
    state.topRowID = detail.state.topRowID
    state.topLine = detail.state.topLine
    return outcome
  }

  /// If not, scrolls to it: a long subject may have pushed it off.
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

  private var isRequesting = false
  var activity: String? { isRequesting ? "Asking the server…" : nil }

  private func trust(_ navigator: Navigator) async {
    isRequesting = true
    defer { isRequesting = false }
    do {
      // First, because without a directory for it the certificate can't be trusted, and the user
      // should see why.
      let trusted = try trusted.get()
      guard let presented = try await presented() else { return navigator.returnResult(.recovered) }
      // Nor does it silently replace one that another process has trusted meanwhile.
      guard presented.certificate == unknown.certificate, presented.trusted == unknown.trusted
      else {
        return await show(presented, navigator)
      }
      try trusted.trust(presented.certificate, for: presented.server)
      navigator.returnResult(.recovered)
    } catch {
      navigator.notify(StatusMessage(problem: "", error).text)
    }
  }

  private func show(_ other: UnknownCertificate, _ navigator: Navigator) async {
    unknown = other
    detail = CertificateScreen.detail(other)
    state = CertificateState()
    await detail.load(.appear, inner(navigator))
    navigator.notify("The server now presents a different certificate. Compare this one.")
  }

  // MARK: Drawing

  private func text(_ control: Control) -> String {
    switch control {
    case .cancel: "[ Cancel ]"
    case .confirm: "[\(state.isConfirmed ? "x" : " ")] Confirmed by the administrator"
    case .trust: isChange ? "[ Replace ]" : "[ Trust ]"
    case .copy: "[ Copy ]"
    }
  }

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

/// The state of the certificate screen.
struct CertificateState: RestorableState {
  var topRowID: String?
  var topLine = 0
  /// `nil` until the user moves the focus from Cancel.
  var focusID: String?
  var isConfirmed = false

  init() {}
}
