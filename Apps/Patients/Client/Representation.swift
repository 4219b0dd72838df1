import Reprise

/// The custom representations that the viewer requests. They contain only the keys it shows,
/// because clinics have slow links: `ref` lacks some of them, and `full` has many times as many.
/// Each begins with `uuid`: releases before 2.50 misread one that begins with a nested list.
enum Representation {
  private static let reference = "(uuid,display)"
  private static let shownPerson =
    "display,gender,age,birthdate,birthdateEstimated,dead,deathDate"

  static let module = "custom:(uuid,version)"

  /// The server's display lacks the prefix and suffix.
  private static let nameParts =
    "prefix,givenName,middleName,familyNamePrefix,familyName,familyName2,familyNameSuffix"
  private static let name = "preferredName:(uuid,\(nameParts))"

  static let patientRow =
    "custom:(uuid,display,voided,identifiers:(identifier,preferred,identifierType:\(reference)),"
    + "person:(\(shownPerson),\(name)))"

  static let patient =
    "custom:(uuid,display,voided,identifiers:(uuid,identifier,preferred,voided,"
    + "identifierType:\(reference),location:\(reference)),person:(uuid,\(shownPerson),"
    + "deathdateEstimated,causeOfDeath:\(reference),causeOfDeathNonCoded,"
    + "preferredName:\(reference),names:(uuid,display,\(nameParts),preferred,voided),"
    + "preferredAddress,attributes:(uuid,value,voided,attributeType:\(reference))))"

  private static let visitParts =
    "visitType:\(reference),location:\(reference),startDatetime,stopDatetime,voided"

  static let visit =
    "custom:(uuid,patient:(uuid,display,person:(display)),\(visitParts))"

  /// A visit in the list of all patients, which distinguishes patients with the same name.
  static let activeVisit =
    "custom:(uuid,patient:(uuid,display,voided,identifiers:(identifier,preferred),"
    + "person:(\(shownPerson),\(name))),\(visitParts))"

  private static let encounterParts =
    "uuid,display,encounterDatetime,encounterType:\(reference),location:\(reference),voided,"
    + "encounterProviders:(uuid,provider:(uuid,display,person:\(reference)))"

  private static let diagnoses = "diagnoses:(uuid,display,rank,certainty,voided)"

  static let encounterRow = "custom:(\(encounterParts),patient:(uuid))"

  /// Releases before 2.45 can't be asked for the encounters alone.
  static func visitWithEncounters(without hidden: Set<String> = []) -> String {
    "custom:(uuid,patient:(uuid,display,person:(display)),\(visitParts)"
      + (hidden.isEmpty ? ",encounters:(\(encounterParts),\(diagnoses)))" : ")")
  }

  /// Only the keys common to all order types (openmrs-live 708).
  private static let orders =
    "orders:(uuid,display,action,urgency,voided,orderType:\(reference))"

  /// Contains three levels of groups, and omits the `hidden` parts.
  static func encounter(withRanges: Bool, without hidden: Set<String> = []) -> String {
    let parts = [
      ("diagnoses", diagnoses), ("orders", orders),
      ("obs", "obs:\(observation(groups: 3, withRanges: withRanges))"),
    ]
    return "custom:(\(encounterParts),patient:\(reference),form:\(reference),visit:\(reference)"
      + parts.filter { !hidden.contains($0.0) }.map { ",\($0.1)" }.joined() + ")"
  }

  private static let limits =
    "lowNormal,hiNormal,lowCritical,hiCritical,lowAbsolute,hiAbsolute"

  static let rangeKey = "referenceRange"

  private static func range(_ isRequested: Bool) -> String {
    isRequested ? ",\(rangeKey):(uuid,\(limits))" : ""
  }

  private static func observation(groups: Int, withRanges: Bool) -> String {
    let members =
      groups > 0
      ? ",groupMembers:" + observation(groups: groups - 1, withRanges: withRanges) : ""
    return "(uuid,concept:(uuid,display,units,\(limits)),value:\(reference),valueModifier,"
      + "interpretation,status,comment,obsDatetime,voided\(range(withRanges))\(members))"
  }

  static func measurement(withRange: Bool) -> String {
    "custom:(uuid,concept:(uuid,display,units),value:\(reference),valueModifier,interpretation,"
      + "obsDatetime,voided,person:(uuid),encounter:(uuid),obsGroup:(uuid)\(range(withRange)))"
  }

  static let vitalSign = "custom:(uuid,display,units,\(limits))"

  static let vitalSigns =
    "custom:(uuid,display,units,\(limits),mappings:(uuid,conceptMapType:\(reference),"
    + "conceptReferenceTerm:(uuid,code,conceptSource:\(reference))))"

  static let setting = "custom:(uuid,property,value)"

  static let allergy =
    "custom:(uuid,display,patient:(uuid),allergen,severity:\(reference),reactions,comment)"

  static let condition =
    "custom:(uuid,display,patient:(uuid),condition:(nonCoded,coded:\(reference)),"
    + "\(conditionParts))"

  /// For a user who may not see concepts: the display is the condition's name.
  static let conditionByName = "custom:(uuid,display,patient:(uuid),\(conditionParts))"

  private static let conditionParts =
    "clinicalStatus,verificationStatus,onsetDate,endDate,voided"

  static let order =
    "custom:(uuid,display,patient:(uuid),action,previousOrder:(uuid),urgency,scheduledDate,drug:(uuid,display,strength),drugNonCoded,"
    + "concept:\(reference),dose,doseUnits:\(reference),route:\(reference),frequency:\(reference),"
    + "asNeeded,asNeededCondition,quantity,quantityUnits:\(reference),numRefills,duration,"
    + "durationUnits:\(reference),dosingInstructions,instructions,orderReason:\(reference),"
    + "orderReasonNonCoded,careSetting:\(reference),orderer:(uuid,display,person:(display)),"
    + "dateActivated,dateStopped,autoExpireDate,voided)"

  static let program =
    "custom:(uuid,display,patient:(uuid),program:\(reference),location:\(reference),dateEnrolled,dateCompleted,"
    + "outcome:\(reference),states:(uuid,state:(uuid,concept:\(reference)),startDate,endDate,"
    + "voided),voided)"
}

/// The keys in a custom representation such as `v=custom:(uuid,person:(display,age))`.
/// Applied to a complete object, it extracts the requested part.
struct CustomRepresentation: Sendable {
  /// `part` is `nil` if the whole value is requested.
  private let keys: [(key: String, part: CustomRepresentation?)]

  init?(_ text: String) {
    guard text.hasPrefix("custom:(") else { return nil }
    var rest = text.dropFirst("custom:".count)
    guard let parsed = CustomRepresentation(&rest), rest.isEmpty else { return nil }
    self = parsed
  }

  private init?(_ rest: inout Substring) {
    guard rest.popFirst() == "(" else { return nil }
    var keys: [(key: String, part: CustomRepresentation?)] = []
    while true {
      let key = rest.prefix { $0.isLetter || $0.isNumber }
      guard !key.isEmpty else { return nil }
      rest = rest.dropFirst(key.count)
      var part: CustomRepresentation?
      if rest.first == ":" {
        rest = rest.dropFirst()
        guard let inner = CustomRepresentation(&rest) else { return nil }
        part = inner
      }
      keys.append((String(key), part))
      switch rest.popFirst() {
      case ",": continue
      case ")":
        self.keys = keys
        return
      default: return nil
      }
    }
  }

  /// A missing key becomes `null`.
  func applied(to json: JSON) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map { applied(to: $0) })
    case .object:
      .object(
        keys.map { key, part in
          let value = json[key] ?? .null
          return JSON.Member(key, part?.applied(to: value) ?? value)
        }
          // Newer servers add it to each object, whether requested or not.
          + (json["resourceVersion"].map { [JSON.Member("resourceVersion", $0)] } ?? []))
    default: json
    }
  }
}
