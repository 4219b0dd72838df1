/// The differences between releases. Numbers in brackets refer to recordings of the named release,
/// otherwise of REST 3.2.0.
extension ServerProfile {
  /// Whether `v=ref` for a list and `v=default` for one object fail with 500 because they are the
  /// default [2.49: 129, 241].
  ///
  /// Observed up to 2.50, and not in 3.2.
  var refusesNeedlessRepresentation: Bool { rest < "3.0" }

  /// Whether a nested list may begin with a nested list other than at the very end [2.49: 530a].
  var parsesNesting: Bool { rest >= "2.50" }

  /// Whether `totalCount` is a search parameter, which most searches lack [2.44: 300a, 504a, 702b].
  var searchesByTotalCount: Bool { rest < "2.49" }

  /// Whether the search for encounters knows `visit` and `totalCount` [2.44: 516b].
  var findsEncountersOfVisits: Bool { rest >= "2.45" }

  /// Whether an unknown encounter type finds no encounters instead of all [508].
  var knowsUnknownEncounterTypes: Bool { rest >= "2.47" }

  /// Whether `condition?patientUuid=` works. In older releases it is always empty [2.38: 600a].
  var searchesConditions: Bool { rest >= "2.39" }

  /// Whether allergies that were never asked about are a 204, and not a 404 (openmrs-server.md, 6).
  var answersUnknownAllergiesWithNothing: Bool { rest >= "2.37" }

  /// Whether a patient's allergies require "Get Allergies" [3.4.1: 322].
  var guardsAllergies: Bool { core >= "2.8.9" }

  /// Whether custom objects include `resourceVersion`. Observed in 3.2, not in 2.50 [2.50: 701b].
  var versionsCustomObjects: Bool { rest >= "3.0" }

  /// Whether a forbidden object is omitted with its key, and breaks off a list [3.4.1: 235, 556].
  var leavesOutForbidden: Bool { rest >= "3.3" }

  /// Whether observations have ranges of their own, and `conceptreferencerange` exists.
  var hasReferenceRanges: Bool { core >= "2.7" && rest >= "2.49" }

  /// Whether `referenceRange` nests until the response breaks off (468 KB): the core has the
  /// property, but the module has no resource for it (openmrs-live.md, 2.5).
  var nestsReferenceRanges: Bool { core >= "2.7" && rest < "2.49" }

  /// Whether an observation's value that is a day is sent as its midnight [2.44: 540b].
  var tellsDaysAsMidnight: Bool { core < "2.7" }

  /// Whether `conceptreferencerange` includes concepts that have only general limits [2.49: 585b].
  var tellsAllRanges: Bool { rest >= "3.0" }

  /// Whether several concepts can be requested by UUIDs and mappings [f425; the same in 2.44].
  var findsConceptsByReference: Bool { rest >= "2.44" }

  /// Whether only administrators may list the modules [2.39: 906].
  var guardsModules: Bool { core < "2.6" }

  /// Whether `session` includes the locales for an unauthenticated request [2.47: 001, 009].
  var tellsLocalesToNobody: Bool { rest >= "2.45" }
  var guardsSession: Bool { rest < "2.48" }

  /// Whether other parameters of the search for patients don't make it include the dead [120].
  var leavesOutTheDead: Bool { rest >= "2.49" }

  /// Whether an unknown method or version results in a Java exception with status 200 [902], and
  /// not in a page with status 500.
  var saysExceptionsWith200: Bool { core >= "2.7" }

  /// Whether an error repeats its message three times [321].
  var repeatsMessages: Bool { rest >= "3.0" }

  /// Whether a stale cookie results in 401, and not 403 (openmrs-live.md, 2.16).
  var answersStaleCookiesWith401: Bool { rest >= "2.35" }

  /// The status codes of active conditions. RECURRENCE and RELAPSE exist since core 2.6.
  var activeConditions: Set<String> {
    core >= "2.6" ? ["ACTIVE", "RECURRENCE", "RELAPSE"] : ["ACTIVE"]
  }

  /// Returns whether conditions can have this status code [2.39: 600a has four of eight].
  func stores(conditionWith code: String) -> Bool {
    core >= "2.6" || ["ACTIVE", "INACTIVE", "HISTORY_OF"].contains(code)
  }
}

extension ServerProfile {
  /// Whether allergens, reactions and the concepts of conditions are references by default. Up to
  /// 2.50 they are complete concepts [2.50: 300a].
  var tellsConceptsByReference: Bool { rest >= "3.0" }
}
