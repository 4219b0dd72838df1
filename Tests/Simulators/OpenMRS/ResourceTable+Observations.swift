extension ResourceTable {
  private static let limits = "hiNormal,hiAbsolute,hiCritical,lowNormal,lowAbsolute,lowCritical"

  /// The types for observations, and for the limits that applied to them [530-545, 570-576, 584].
  static let observations = [
    ResourceType(
      "obs", "org.openmrs.Obs", alias: "obs", version: "2.7", privilege: "Get Observations",
      plain: "uuid display obsDatetime accessionNumber comment voided valueModifier formFieldPath "
        + "formFieldNamespace status auditInfo",
      nested: "concept person:patient obsGroup:obs valueCodedName:conceptname groupMembers:obs "
        + "location order encounter value:value referenceRange:referencerange",
      // A 400 error below core 2.1 (`interpretation`) or 2.7 (`referenceRange`); openmrs-live.md,
      // 2.5.
      since: "interpretation:2.1 referenceRange:2.7",
      standard: "uuid,display,concept:ref,person:ref,obsDatetime,accessionNumber,obsGroup:ref,"
        + "valueCodedName:ref,groupMembers,comment,location:ref,order:ref,encounter:ref,voided,"
        + "value,valueModifier,formFieldPath,formFieldNamespace,status,interpretation,"
        + "referenceRange",
      full: "uuid,display"),
    ResourceType(
      "referencerange", "org.openmrs.ObsReferenceRange", alias: "referencerange", version: "2.7",
      plain: "display uuid hiNormal hiAbsolute hiCritical lowNormal lowAbsolute lowCritical",
      standard: "display,uuid," + limits, full: "display,uuid," + limits),
    ResourceType(
      "conceptreferencerange", "org.openmrs.ConceptReferenceRange", alias: "conceptreferencerange",
      version: "2.7",
      plain: "uuid display concept units allowDecimal hiNormal hiAbsolute hiCritical lowNormal "
        + "lowAbsolute lowCritical",
      standard: "uuid,display,concept,\(limits),units,allowDecimal",
      full: "uuid,display,concept,\(limits),units,allowDecimal"),
    // The value of an observation if it is a concept, a location or a file.
    ResourceType(
      "value", "java.lang.Object", plain: "uuid display links", standard: "display,links"),
  ]
}
