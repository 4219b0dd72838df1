extension ResourceTable {
  /// The types for visits, encounters and locations [411, 412, 551, 552].
  static let visits = [
    ResourceType(
      "visit", "org.openmrs.Visit", alias: "visit", version: "1.9", privilege: "Get Visits",
      plain: "uuid display startDatetime stopDatetime voided attributes auditInfo",
      nested: "patient visitType:visittype indication:concept location encounters:encounter",
      standard: "uuid,display,patient:ref,visitType:ref,indication:ref,location:ref,startDatetime,"
        + "stopDatetime,encounters:ref,attributes,voided",
      full: "uuid,display,patient:ref,visitType:ref,indication:ref,location:ref,startDatetime,"
        + "stopDatetime,encounters:default,attributes,voided,auditInfo"),
    ResourceType(
      "visittype", "org.openmrs.VisitType", alias: "visittype", version: "1.9",
      plain: "uuid display name description retired",
      standard: "uuid,display,name,description,retired"),
    ResourceType(
      "location", "org.openmrs.Location", alias: "location", version: "2.0",
      privilege: "Get Locations",
      plain: "uuid display name description cityVillage stateProvince country postalCode latitude "
        + "longitude countyDistrict tags childLocations retired attributes "
        + (1...15).map { "address\($0)" }.joined(separator: " "),
      nested: "parentLocation:location",
      standard: "uuid,display,name,description,address1,address2,cityVillage,stateProvince,country,"
        + "postalCode,latitude,longitude,countyDistrict,address3,address4,address5,address6,tags,"
        + "parentLocation:ref,childLocations,retired,attributes,address7,address8,address9,"
        + "address10,address11,address12,address13,address14,address15",
      full: "uuid,display"),
    ResourceType(
      "encounter", "org.openmrs.Encounter", alias: "encounter", version: "2.2",
      privilege: "Get Encounters", plain: "uuid display encounterDatetime voided auditInfo",
      nested: "patient location form encounterType:encountertype obs orders:order visit "
        + "encounterProviders:encounterprovider diagnoses:diagnosis",
      since: "diagnoses:2.2",
      standard: "uuid,display,encounterDatetime,patient:ref,location:ref,form:ref,"
        + "encounterType:ref,obs:ref,orders:ref,voided,visit:ref,encounterProviders:ref,diagnoses",
      full: "uuid,display,encounterDatetime,patient:ref,location:default,form:default,"
        + "encounterType:default,obs:default,orders:default,voided,auditInfo,visit:default,"
        + "encounterProviders:default,diagnoses"),
    ResourceType(
      "encountertype", "org.openmrs.EncounterType", alias: "encountertype", version: "1.8",
      plain: "uuid display name description retired",
      standard: "uuid,display,name,description,retired", full: "uuid,display,name"),
    ResourceType(
      "form", "org.openmrs.Form", alias: "form", version: "1.9",
      plain: "uuid display name description version published retired"),
    ResourceType(
      "encounterprovider", "org.openmrs.EncounterProvider", alias: "encounterprovider",
      version: "1.9", plain: "uuid display voided auditInfo",
      nested: "provider encounterRole:encounterrole encounter",
      standard: "uuid,provider:ref,encounterRole:ref,voided"),
    ResourceType(
      "encounterrole", "org.openmrs.EncounterRole", alias: "encounterrole", version: "1.9",
      plain: "uuid display name description retired"),
    ResourceType(
      "diagnosis", "org.openmrs.Diagnosis", alias: "patientdiagnoses", version: "1.8",
      plain: "uuid display certainty rank voided auditInfo",
      nested: "diagnosis:codedorfreetext condition encounter patient",
      since: "formFieldNamespace:2.7 formFieldPath:2.7",
      standard: "uuid,diagnosis:ref,condition:ref,encounter:ref,certainty,rank,voided,display,"
        + "patient:ref,formFieldNamespace,formFieldPath",
      full: "uuid,diagnosis"),
  ]
}
