/// What the viewer asks of each resource, and no more: clinics have slow links.
///
/// They are OpenMRS's custom representations; `ref` lacks what is shown, and `full` has many times as much.
enum Representation {
  private static let reference = "(uuid,display)"
  private static let shownPerson =
    "display,gender,age,birthdate,birthdateEstimated,dead,deathDate"

  /// A patient in a list.
  static let patientRow =
    "custom:(uuid,display,identifiers:(identifier,preferred),person:(\(shownPerson)))"

  /// A patient with everything that the banner and the details show.
  static let patient =
    "custom:(uuid,display,identifiers:(identifier,preferred,voided,identifierType:\(reference),"
    + "location:\(reference)),person:(\(shownPerson),deathdateEstimated,causeOfDeath:\(reference),"
    + "causeOfDeathNonCoded,preferredName,names,preferredAddress,attributes:(value,voided,"
    + "attributeType:\(reference))))"

  static let visit =
    "custom:(uuid,patient:(uuid,display,person:(display)),visitType:\(reference),location:\(reference),startDatetime,"
    + "stopDatetime)"

  /// An encounter in a list, without what was observed.
  static let encounterRow =
    "custom:(uuid,display,encounterDatetime,encounterType:\(reference),location:\(reference),"
    + "encounterProviders:(provider:\(reference)))"

  /// What was observed, with units and limits; groups within groups as deep as forms have them.
  static let encounter =
    "custom:(uuid,display,encounterDatetime,patient:\(reference),encounterType:\(reference),"
    + "location:\(reference),form:\(reference),visit:\(reference),"
    + "encounterProviders:(provider:\(reference)),obs:\(observation(groups: 3)))"

  private static func observation(groups: Int) -> String {
    let concept =
      "(uuid,display,units,lowNormal,hiNormal,lowCritical,hiCritical)"
    let members = groups > 0 ? ",groupMembers:" + observation(groups: groups - 1) : ""
    return "(uuid,concept:\(concept),value,interpretation,comment,obsDatetime,voided\(members))"
  }

  static let vitals =
    "custom:(uuid,encounterDatetime,obs:(uuid,concept:\(reference),value,interpretation))"

  /// What is normal for each of the vital signs.
  static let vitalSigns =
    "custom:(setMembers:(uuid,display,units,hiNormal,lowNormal,hiCritical,lowCritical))"

  static let allergy =
    "custom:(uuid,display,allergen,severity:\(reference),reactions,comment)"

  static let condition =
    "custom:(uuid,display,condition,clinicalStatus,verificationStatus,onsetDate,endDate)"

  static let order =
    "custom:(uuid,display,action,drug:\(reference),drugNonCoded,concept:\(reference),dose,"
    + "doseUnits:\(reference),route:\(reference),frequency:\(reference),asNeeded,"
    + "asNeededCondition,duration,durationUnits:\(reference),dosingInstructions,instructions,"
    + "orderer:\(reference),dateActivated,dateStopped,"
    + "autoExpireDate)"

  static let program =
    "custom:(uuid,display,program:\(reference),location:\(reference),dateEnrolled,dateCompleted,"
    + "outcome:\(reference),states:(state:\(reference),startDate,endDate,voided))"
}
