extension ResourceTable {
  /// The types of the dictionary [580, 586, 587]. Numeric concepts are requested like all others.
  static let concepts = [
    ResourceType(
      "concept", "org.openmrs.Concept", alias: "concept", version: "2.0",
      privilege: "Get Concepts",
      plain: "uuid display set version retired descriptions attributes auditInfo units "
        + "hiNormal hiAbsolute hiCritical lowNormal lowAbsolute lowCritical allowDecimal "
        + "displayPrecision",
      nested:
        "name:conceptname names:conceptname datatype:conceptdatatype conceptClass:conceptclass "
        + "answers:concept setMembers:concept mappings:conceptmapping",
      standard: "uuid,display,name,datatype:ref,conceptClass:ref,set,version,retired,names:ref,"
        + "descriptions,mappings,answers:ref,setMembers:ref,attributes",
      full: "uuid,display,name,datatype,conceptClass,set,version,retired,names,descriptions,"
        + "mappings,answers,setMembers,auditInfo,hiNormal,hiAbsolute,hiCritical,lowNormal,"
        + "lowAbsolute,lowCritical,units,allowDecimal,displayPrecision,attributes"),
    ResourceType(
      "conceptname", "org.openmrs.ConceptName", alias: "name", version: "1.9",
      plain: "display uuid name locale localePreferred conceptNameType",
      standard: "display,uuid,name,locale,localePreferred,conceptNameType",
      full: "display,uuid,name"),
    ResourceType(
      "conceptmapping", "org.openmrs.ConceptMap", alias: "mapping", version: "1.9",
      plain: "display uuid",
      nested: "conceptReferenceTerm:conceptreferenceterm conceptMapType:conceptmaptype",
      standard: "display,uuid,conceptReferenceTerm:ref,conceptMapType:ref",
      full: "display,uuid,conceptReferenceTerm,conceptMapType"),
    ResourceType(
      "conceptreferenceterm", "org.openmrs.ConceptReferenceTerm", alias: "conceptreferenceterm",
      version: "1.9", plain: "display uuid name description code version retired",
      nested: "conceptSource:conceptsource",
      standard: "display,uuid,conceptSource:ref,code,version,retired"),
    ResourceType(
      "conceptmaptype", "org.openmrs.ConceptMapType", alias: "conceptmaptype", version: "1.9",
      plain: "uuid display name description isHidden retired"),
    ResourceType(
      "conceptsource", "org.openmrs.ConceptSource", alias: "conceptsource", version: "1.8",
      plain: "uuid display name description hl7Code retired"),
    ResourceType(
      "systemsetting", "org.openmrs.GlobalProperty", alias: "systemsetting", version: "1.9",
      plain: "uuid display property value description",
      standard: "uuid,property,value,description,display"),
    ResourceType(
      "conceptdatatype", "org.openmrs.ConceptDatatype", alias: "conceptdatatype", version: "1.8",
      plain: "uuid display name description hl7Abbreviation retired",
      standard: "uuid,display,name,description,hl7Abbreviation,retired", full: "uuid,display"),
    ResourceType(
      "conceptclass", "org.openmrs.ConceptClass", alias: "conceptclass", version: "1.8",
      plain: "uuid display name description retired",
      standard: "uuid,display,name,description,retired", full: "uuid,display"),
  ]
}
