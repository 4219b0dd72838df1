import Controllers
import Core
import Encryption
import Restoration
import Screens

extension SignIn {
  /// A choice on the sign-in screen: a saved session, or a server and user without one.
  struct Place: Hashable {
    let account: Account
    let session: String?
    /// The time when the session was saved, in seconds since 1970; `nil` without a session.
    let savedAt: Int?
    let isKept: Bool
  }

  /// The saved sessions, newest first; then vaults without a session; then recent accounts and
  /// those of the configuration.
  var places: [Place] {
    // `unreadablePlaces` reports errors.
    let kept = ((try? settings.vaults) ?? []).flatMap { vault -> [Place] in
      let sessions = vault.sessionDirectory.dates.map { session in
        Place(
          account: vault.account, session: session.name, savedAt: session.writtenAt, isKept: true)
      }
      return sessions.isEmpty
        ? [Place(account: vault.account, session: nil, savedAt: nil, isKept: true)] : sessions
    }
    // The order must not depend on the file system.
    let sorted = kept.sorted {
      ($1.savedAt ?? 0, $0.account.words, $0.session ?? "")
        < ($0.savedAt ?? 0, $1.account.words, $1.session ?? "")
    }
    let others = authenticator.known.filter { account in !kept.contains { $0.account == account } }
    return sorted
      + others.map { Place(account: $0, session: nil, savedAt: nil, isKept: false) }
  }

  /// The status message about sessions or servers that can't be read; `nil` if all can.
  var unreadablePlaces: StatusMessage? {
    do {
      for vault in try settings.vaults { try vault.sessionDirectory.requireReadable() }
    } catch {
      return StatusMessage(problem: "The saved sessions can't be read", error)
    }
    return authenticator.asksServer ? settings.recent.report : nil
  }

  /// The choices in the sign-in screen's format; `nil` if there are none.
  func choices(_ places: [Place]) -> StartChoices? {
    guard !places.isEmpty else { return nil }
    let rows = places.map { place in
      let session = place.session == SignIn.mainSession ? "" : place.session ?? ""
      return StartChoice(
        "choice \(place.account.words) \(place.session ?? "")",
        title: "\(place.account.user) at \(authenticator.typed(place.account))", detail: session,
        value: words(of: place),
        outcome: FormButton.Outcome(
          nextID: "password", emptiesSecrets: true,
          texts: [
            "server": authenticator.typed(place.account), "user": place.account.user,
            "session": session,
          ]))
    }
    return StartChoices(
      title: places.contains(where: \.isKept) ? "Saved here (encrypted)" : "Known",
      valueTitle: "saved", rows: rows)
  }

  private func words(of place: Place) -> String {
    if let timestamp = place.savedAt { return zone.clockTime(timestamp, now: time.now()) }
    return place.isKept ? "no session" : "nothing saved"
  }

  /// The default name of a session.
  public static let mainSession = "main"
}
