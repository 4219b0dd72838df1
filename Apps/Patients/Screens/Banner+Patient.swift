import Accounts
import Reprise

extension RecordSource {
  /// `more` adds the screen's own phrases and title to the banner.
  @MainActor func showBanner(
    of id: ResourceID, titled title: String? = nil, _ load: Load<Banner>,
    adding more: @MainActor (inout Banner, OpenMRSClient) async throws -> Void = { _, _ in }
  ) async throws {
    // A refresh reloads the whole screen and begins with the banner.
    if load.loadReason != .appear { client.sources.screenMemo?.forget() }
    try await showInSteps(load) { client, show in
      let patient = try await client.patient(id)
      var addition = Banner(title: title ?? patient.title, headline: "")
      var allergies = KnownAllergies.awaited
      var visit: Banner.Phrase?
      func banner() -> Banner {
        var banner = Banner(patient, allergies, visit: visit, on: today)
        banner.title = addition.title
        banner.phrases += addition.phrases
        return banner
      }
      show(banner())
      do {
        allergies = try await knownAllergies(of: id, client)
        show(banner())
        try await more(&addition, client)
        show(banner())
        visit = try await visitPhrase(of: id, client)
      } catch {
        // After a failure the allergies are no longer loading.
        if allergies == .awaited { allergies = .unreadable }
        show(banner())
        throw error
      }
      return banner()
    }
  }

  /// `nil` if there is no active visit; if it can't be loaded, the phrase says so.
  @MainActor private func visitPhrase(
    of id: ResourceID, _ client: OpenMRSClient
  ) async throws -> Banner.Phrase? {
    // The other responses of this load may have other ages.
    let loadClient = client.forOneLoad()
    defer { client.ages.note(loadClient.ages) }
    do {
      let active = try await loadClient.activeVisits(of: id)
      guard let visit = active.first(where: { $0.isActive(at: now(), in: zone) }) else {
        return nil
      }
      let visitText = [visit.title, visit.location].compactMap(\.self).joined(separator: ", ")
      // A visit that was cached on another day may have ended.
      if loadClient.isCacheOnly || loadClient.ages.failure != nil,
        let oldest = loadClient.ages.oldest
      {
        let day = Timestamp(seconds: oldest).date(in: zone)
        if day != now().date(in: zone) {
          return Banner.Phrase("○ was active on \(day): \(visitText)", role: .secondary)
        }
      }
      let since = visit.begin.map { " since \($0.text(in: zone))" } ?? ""
      return Banner.Phrase("● active: \(visitText)\(since)", role: .good)
    } catch let error where !error.cancelsRemainingRequests {
      if error.allowsStaleResponse { client.ages.noteFailureOfPart(error) }
      return Banner.Phrase("? active visit not known", role: .unknown)
    }
  }

  /// Allergies that can't be loaded aren't shown as "none".
  @MainActor func knownAllergies(
    of id: ResourceID, _ client: OpenMRSClient
  ) async throws -> KnownAllergies {
    do {
      return KnownAllergies(try await client.allergies(of: id))
    } catch OpenMRSError.notFound {
      return .noModule
    } catch OpenMRSError.missingPrivilege {
      return .forbidden
    } catch let error where !error.cancelsRemainingRequests {
      if error.allowsStaleResponse { client.ages.noteFailureOfPart(error) }
      return .unreadable
    }
  }

  /// A screen with one section below a patient's banner, to which `more` adds.
  @MainActor func screen(
    titled title: String, of patient: ResourceID, section id: String, _ sectionTitle: String,
    bindings: [KeyBinding] = [], content: @escaping @MainActor (RecordSource) -> any Screen,
    adding more: @escaping @MainActor (inout Banner, OpenMRSClient) async throws -> Void = {
      _, _ in
    }
  ) -> any Screen {
    let source = forOneScreen()
    return SectionsController(
      title: title, provenance: source.origin,
      sections: [ScreenSection(id, title: sectionTitle) { content(source) }], bindings: bindings
    ) { load in
      try await source.showBanner(of: patient, titled: title, load, adding: more)
    }
  }
}

extension Banner {
  init(
    _ patient: Patient, _ allergies: KnownAllergies, visit: Phrase?, on today: CalendarDate?
  ) {
    var phrases: [Phrase] = []
    if patient.isVoided {
      phrases.append(
        Phrase(
          "✕ deleted, or merged into another record: allergies and more may be in either",
          short: "✕ deleted/merged", role: .bad, isVital: true))
    }
    if patient.isDead == nil {
      phrases.append(
        Phrase(
          "? whether alive is not told", short: "? alive not told", role: .unknown, isVital: true))
    }
    if let death = patient.deathText {
      phrases.append(
        Phrase(
          "✕ " + death, short: "✕ " + (patient.shortDeathText ?? death), role: .bad,
          isVital: true))
    }
    // Allergies come first, because a small screen cuts the end.
    phrases += [
      Phrase(allergies.text, short: allergies.shortText, role: allergies.role, isVital: true),
      Phrase(
        patient.personText(on: today), short: patient.shortPersonText(on: today),
        isVital: true),
    ]
    if let visit { phrases.append(visit) }
    let identifiers = patient.identifierTexts
    self.init(
      title: patient.title,
      mark: patient.isDead == true || patient.isVoided ? Mark("✕", .bad) : nil,
      headline: patient.title, aside: identifiers[0],
      shorterAsides: Array(identifiers.dropFirst()), phrases: phrases)
  }
}

extension Banner.Phrase {
  /// Links and restored sessions may still open a deleted entry.
  static func deleted(_ name: String) -> Banner.Phrase {
    Banner.Phrase("✕ this \(name) was deleted from the record", role: .bad, isVital: true)
  }
}
