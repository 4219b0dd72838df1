/// The differences between releases. Numbers in brackets are recordings of the pair that a sentence names, else of REST 3.2.0.
extension ServerProfile {
  /// True if `v=ref` of a list and `v=default` of one thing are 500 because they are the default anyway [2.49: 129, 241].
  ///
  /// Seen up to 2.50 and not at 3.2.
  var refusesNeedlessRepresentation: Bool { rest < "3.0" }

  /// True if a nested list may begin with a nested list anywhere. Before, only where it ends the whole [2.49: 530a].
  var parsesNesting: Bool { rest >= "2.50" }

  /// True if `totalCount` is a search parameter like any other, which most searches don't know [2.44: 300a, 504a, 702b].
  var searchesByTotalCount: Bool { rest < "2.49" }

  /// True if the search for encounters knows `visit`, and `totalCount` [2.44: 516b].
  var findsEncountersOfVisits: Bool { rest >= "2.45" }

  /// True if an encounter type that the server lacks finds no encounters, rather than those of all types [508].
  var knowsUnknownEncounterTypes: Bool { rest >= "2.47" }

  /// True if `condition?patientUuid=` searches at all; before, nobody has any [2.38: 600a].
  var searchesConditions: Bool { rest >= "2.39" }

  /// True if a patient whom nobody asked about allergies is 204; before, 404 (openmrs-server.md, 6).
  var answersUnknownAllergiesWithNothing: Bool { rest >= "2.37" }

  /// True if the allergies of a patient want "Get Allergies" [3.4.1: 322].
  var guardsAllergies: Bool { core >= "2.8.9" }

  /// True if an object in a custom representation has its `resourceVersion`: seen at 3.2, not at 2.50 [2.50: 701b].
  var versionsCustomObjects: Bool { rest >= "3.0" }

  /// True if a thing that the user may not see is left out with its key, and breaks off a list [3.4.1: 235, 556].
  var leavesOutForbidden: Bool { rest >= "3.3" }

  /// True if observations have a range of their own, and `conceptreferencerange` exists.
  var hasReferenceRanges: Bool { core >= "2.7" && rest >= "2.49" }

  /// True if `referenceRange` nests until the answer breaks: the core has it, the module has no resource for it (openmrs-live.md, 2.5: 468
  /// KB).
  var nestsReferenceRanges: Bool { core >= "2.7" && rest < "2.49" }

  /// True if the value of an observation that is a day is told as its midnight [2.44: 540b].
  var tellsDaysAsMidnight: Bool { core < "2.7" }

  /// True if `conceptreferencerange` tells the limits of every concept, not only those for people like this one [2.49: 585b].
  var tellsAllRanges: Bool { rest >= "3.0" }

  /// True if concepts are found by UUIDs and mappings, many at once [f425; 2.44: the same].
  var findsConceptsByReference: Bool { rest >= "2.44" }

  /// True if the list of modules is for administrators alone [2.39: 906].
  var guardsModules: Bool { core < "2.6" }

  /// True if `session` tells nobody the locales, and no provider is asked for [2.47: 001, 009].
  var tellsLocalesToNobody: Bool { rest >= "2.45" }
  var guardsSession: Bool { rest < "2.48" }

  /// True if the search for patients by name leaves out the dead whatever else is asked [120].
  var leavesOutTheDead: Bool { rest >= "2.49" }

  /// True if an unknown method or version is a Java exception with 200 [902]; before, a page with 500.
  var saysExceptionsWith200: Bool { core >= "2.7" }

  /// True if an error says its message three times [321].
  var repeatsMessages: Bool { rest >= "3.0" }

  /// True if a stale cookie is 401; before, 403 (openmrs-live.md, 2.16).
  var answersStaleCookiesWith401: Bool { rest >= "2.35" }

  /// The codes of a condition that is going on; RECURRENCE and RELAPSE came with core 2.6.
  var activeConditions: Set<String> {
    core >= "2.6" ? ["ACTIVE", "RECURRENCE", "RELAPSE"] : ["ACTIVE"]
  }

  /// Tells whether a condition with this code can be stored [2.39: 600a has four of eight].
  func stores(conditionWith code: String) -> Bool {
    core >= "2.6" || ["ACTIVE", "INACTIVE", "HISTORY_OF"].contains(code)
  }
}

extension ServerProfile {
  /// True if allergens, reactions and the concepts of conditions are told by reference unless asked otherwise; up to 2.50 they are whole
  /// concepts [2.50: 300a].
  var tellsConceptsByReference: Bool { rest >= "3.0" }
}
