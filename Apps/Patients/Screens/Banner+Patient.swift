import Reprise

extension RecordSource {
  /// Shows what stands above everything that is shown of a patient, and more of it as it comes.
  ///
  /// `more` is what a screen adds that is about more than the patient.
  @MainActor func showBanner(
    of id: ResourceID, titled title: String? = nil, _ load: Load<Banner>,
    adding more: @MainActor (inout Banner, OpenMRSClient) async throws -> Void = { _, _ in }
  ) async throws {
    // A refresh is of the whole screen, and begins here.
    if load.freshness != .cached { client.screen?.forget() }
    try await showInSteps(load) { client, show in
      let patient = try await client.patient(id)
      var addition = Banner(title: title ?? patient.title, headline: "")
      var allergies = Allergies.awaited
      var visit: Banner.Phrase?
      func banner() -> Banner {
        var banner = Banner(patient, allergies, visit: visit, zone, on: today)
        banner.title = addition.title
        banner.phrases += addition.phrases
        return banner
      }
      show(banner())
      do {
        allergies = try await self.allergies(of: id, client)
        show(banner())
        try await more(&addition, client)
        show(banner())
        visit = try await visitPhrase(of: id, client)
      } catch {
        // What will not come isn't awaited any more.
        if allergies == .awaited { allergies = .unknown("could not be read") }
        show(banner())
        throw error
      }
      return banner()
    }
  }

  /// The visit that goes on; nil if there is none. That it can't be read is said.
  @MainActor private func visitPhrase(
    of id: ResourceID, _ client: OpenMRSClient
  ) async throws -> Banner.Phrase? {
    do {
      let visits = try await client.activeVisits(of: id, start: 0, limit: 1)
      guard let visit = visits.elements.first else { return nil }
      let place = [visit.title, visit.location].compactMap(\.self).joined(separator: ", ")
      let since = visit.start.map { " since \($0.minute(in: zone))" } ?? ""
      return Banner.Phrase("● active: \(place)\(since)", role: .good)
    } catch let error where !error.endsEverything {
      return Banner.Phrase("? active visit not known", role: .unknown)
    }
  }

  /// That they can't be read isn't that there are none, so it is said.
  @MainActor private func allergies(
    of id: ResourceID, _ client: OpenMRSClient
  ) async throws -> Allergies {
    do {
      return .recorded(try await client.allergies(of: id).elements)
    } catch OpenMRSProblem.notFound {
      return .unknown("module not installed")
    } catch OpenMRSProblem.missingPrivilege {
      return .unknown("403: not permitted")
    } catch let error where !error.endsEverything {
      return .unknown("could not be read")
    }
  }
}

extension Banner {
  /// Who this is and what mustn't be overlooked.
  init(
    _ patient: Patient, _ allergies: Allergies, visit: Phrase?, _ zone: Zone, on today: CalendarDay?
  ) {
    var phrases: [Phrase] = []
    if let death = patient.deathWords(in: zone) {
      phrases.append(Phrase("✕ " + death, role: .bad, isVital: true))
    }
    phrases += [
      Phrase(
        patient.personWords(on: today), short: patient.shortPersonWords(on: today),
        isVital: true),
      Phrase(allergies.words, role: allergies.role, isVital: true),
    ]
    if let visit { phrases.append(visit) }
    let identifiers = patient.identifierWords
    self.init(
      title: patient.title, mark: patient.isDead ? Mark("✕", .bad) : nil,
      headline: patient.title, aside: identifiers[0],
      shorterAsides: Array(identifiers.dropFirst()), phrases: phrases)
  }
}
