extension ResourceTable {
  /// The types for patients, persons and their parts [028, 143, 200, 220, 234].
  static let people = [
    ResourceType(
      "patient", "org.openmrs.Patient", alias: "patient", version: "1.8",
      privilege: "Get Patients", plain: "uuid display voided auditInfo allergyStatus",
      nested: "person identifiers:identifier",
      standard: "uuid,display,identifiers:ref,person:default,voided",
      full: "uuid,display,identifiers:default,person:full,voided,auditInfo"),
    ResourceType(
      "person", "org.openmrs.Person", alias: "person", version: "1.11", privilege: "Get People",
      plain: "uuid display gender age birthdate birthdateEstimated dead deathDate voided auditInfo "
        + "birthtime deathdateEstimated",
      nested: "causeOfDeath:concept preferredName:personname preferredAddress:address "
        + "names:personname addresses:address attributes:personattribute",
      // TRUNK-5405: the client's patient representation is a 400 error below 2.2
      // (openmrs-server.md, 5).
      since: "causeOfDeathNonCoded:2.2",
      standard: "uuid,display,gender,age,birthdate,birthdateEstimated,dead,deathDate,"
        + "causeOfDeath:ref,preferredName:ref,preferredAddress:ref,attributes:ref,voided,birthtime,"
        + "deathdateEstimated",
      full: "uuid,display,gender,age,birthdate,birthdateEstimated,dead,deathDate,causeOfDeath,"
        + "preferredName,preferredAddress,names,addresses,attributes,voided,auditInfo,birthtime,"
        + "deathdateEstimated,causeOfDeathNonCoded"),
    ResourceType(
      "personname", "org.openmrs.PersonName", alias: "name", version: "1.8",
      plain: "display uuid givenName middleName familyName familyName2 voided preferred prefix "
        + "familyNamePrefix familyNameSuffix degree auditInfo",
      standard: "display,uuid,givenName,middleName,familyName,familyName2,voided",
      full: "display,uuid,givenName,middleName,familyName,familyName2,voided,preferred,prefix,"
        + "familyNamePrefix,familyNameSuffix,degree,auditInfo"),
    ResourceType(
      "address", "org.openmrs.PersonAddress", alias: "address", version: "2.0",
      plain: "display uuid preferred cityVillage stateProvince country postalCode countyDistrict "
        + "startDate endDate latitude longitude voided auditInfo "
        + (1...15).map { "address\($0)" }.joined(separator: " "),
      standard: "display,uuid,preferred,address1,address2,cityVillage,stateProvince,country,"
        + "postalCode,countyDistrict,address3,address4,address5,address6,startDate,endDate,latitude,"
        + "longitude,voided,address7,address8,address9,address10,address11,address12,address13,"
        + "address14,address15",
      full: "display,uuid,preferred,voided,auditInfo"),
    ResourceType(
      "personattribute", "org.openmrs.PersonAttribute", alias: "attribute", version: "1.8",
      plain: "display uuid voided auditInfo",
      nested: "value:value attributeType:personattributetype hydratedObject:value",
      standard: "display,uuid,value,attributeType:ref,voided",
      full: "display,uuid,value,attributeType:ref,voided,auditInfo,hydratedObject"),
    ResourceType(
      "personattributetype", "org.openmrs.PersonAttributeType", alias: "personattributetype",
      version: "1.8", plain: "uuid display name description format retired"),
    ResourceType(
      "identifier", "org.openmrs.PatientIdentifier", alias: "identifier", version: "1.8",
      plain: "display uuid identifier preferred voided auditInfo",
      nested: "identifierType:identifiertype location",
      standard: "display,uuid,identifier,identifierType:ref,location:ref,preferred,voided",
      full: "display,uuid,identifier,identifierType,location,preferred,voided,auditInfo"),
    ResourceType(
      "identifiertype", "org.openmrs.PatientIdentifierType", alias: "patientidentifiertype",
      version: "2.0", plain: "uuid display name description format required retired"),
    ResourceType(
      "user", "org.openmrs.User", alias: "user", version: "1.8",
      plain: "uuid display username systemId userProperties",
      nested: "person privileges:privilege roles:role"),
    ResourceType(
      "privilege", "org.openmrs.Privilege", alias: "privilege", version: "1.8",
      plain: "uuid display name description"),
    ResourceType(
      "role", "org.openmrs.Role", alias: "role", version: "1.8",
      plain: "uuid display name description"),
    ResourceType(
      "provider", "org.openmrs.Provider", alias: "provider", version: "2.8",
      privilege: "Get Providers", plain: "uuid display identifier retired attributes auditInfo",
      nested: "person",
      standard: "uuid,display,person:ref,identifier,attributes,retired"),
  ]
}
