extension ResourceTable {
  /// The types for allergies, conditions, orders, programs and modules [310, 326, 601, 607, 701,
  /// 715, 716, 801, 806, 904, 906].
  static let records = [
    ResourceType(
      "allergy", "org.openmrs.Allergy", alias: "allergy", version: "1.8",
      plain: "display uuid comment voided auditInfo",
      nested: "allergen severity:concept reactions:reaction patient",
      standard: "display,uuid,allergen,severity:ref,comment,reactions,patient:ref",
      full: "display,uuid,allergen"),
    ResourceType(
      "allergen", "org.openmrs.Allergen", plain: "allergenType nonCodedAllergen",
      nested: "codedAllergen:concept",
      standard: "allergenType,codedAllergen:ref,nonCodedAllergen"),
    ResourceType(
      "reaction", "org.openmrs.AllergyReaction", plain: "reactionNonCoded",
      nested: "reaction:concept allergy", standard: "reaction:ref,reactionNonCoded"),
    ResourceType(
      "condition", "org.openmrs.Condition", alias: "condition", version: "1.8",
      privilege: "Get Conditions",
      plain: "uuid display clinicalStatus verificationStatus onsetDate endDate endReason voided "
        + "additionalDetail auditInfo",
      nested: "condition:codedorfreetext patient previousVersion:condition encounter",
      standard: "uuid,display,condition:ref,patient:ref,clinicalStatus,verificationStatus,"
        + "previousVersion:ref,onsetDate,endDate,voided",
      full: "uuid,display,condition"),
    // Of the three properties only the one that is set appears [601, 937].
    ResourceType(
      "codedorfreetext", "org.openmrs.CodedOrFreeText", plain: "nonCoded specificName",
      nested: "coded:concept", reference: "coded:ref,nonCoded", standard: "coded,nonCoded"),
    ResourceType(
      "order", "org.openmrs.DrugOrder", alias: "order", version: "1.10", privilege: "Get Orders",
      plain: orderProperties + " dosingType dose asNeeded asNeededCondition quantity numRefills "
        + "dosingInstructions duration brandName dispenseAsWritten drugNonCoded",
      nested: orderTypes + " drug doseUnits:concept frequency:orderfrequency quantityUnits:concept "
        + "durationUnits:concept route:concept",
      standard: orderStandard + ",drug:ref,dosingType,dose,doseUnits:ref,frequency:ref,asNeeded,"
        + "asNeededCondition,quantity,quantityUnits:ref,numRefills,dosingInstructions,duration,"
        + "durationUnits:ref,route:ref,brandName,dispenseAsWritten,drugNonCoded",
      full: orderStandard),
    ResourceType(
      "testorder", "org.openmrs.TestOrder", alias: "order", version: "1.10",
      privilege: "Get Orders",
      plain: orderProperties + " laterality clinicalHistory numberOfRepeats",
      nested: orderTypes + " specimenSource:concept frequency:orderfrequency",
      standard: orderStandard + ",specimenSource:ref,laterality,clinicalHistory,frequency:ref,"
        + "numberOfRepeats",
      full: orderStandard),
    ResourceType(
      "drug", "org.openmrs.Drug", alias: "drug", version: "1.12", privilege: "Get Concepts",
      plain: "uuid display name description retired strength combination maximumDailyDose "
        + "minimumDailyDose auditInfo",
      nested: "concept dosageForm:concept"),
    ResourceType(
      "orderfrequency", "org.openmrs.OrderFrequency", alias: "orderfrequency", version: "1.10",
      plain: "uuid display name description retired frequencyPerDay", nested: "concept"),
    ResourceType(
      "caresetting", "org.openmrs.CareSetting", alias: "caresetting", version: "1.10",
      plain: "uuid name description retired careSettingType display",
      standard: "uuid,name,description,retired,careSettingType,display", full: "uuid,display"),
    ResourceType(
      "ordertype", "org.openmrs.OrderType", alias: "ordertype", version: "1.10",
      plain: "uuid display name javaClassName retired description conceptClasses parent",
      standard: "uuid,display,name,javaClassName,retired,description,conceptClasses,parent",
      full: "uuid,display"),
    ResourceType(
      "programenrollment", "org.openmrs.PatientProgram", alias: "programenrollment",
      version: "1.8", privilege: "Get Patient Programs",
      plain: "uuid display dateEnrolled dateCompleted voided attributes auditInfo",
      nested: "patient program location outcome:concept states:patientstate",
      standard: "uuid,patient:ref,program:ref,display,dateEnrolled,dateCompleted,location:ref,"
        + "voided,outcome:ref,states:ref,attributes",
      full: "uuid,display"),
    ResourceType(
      "program", "org.openmrs.Program", alias: "program", version: "1.8",
      plain: "uuid display name description retired auditInfo",
      nested: "concept allWorkflows:workflow outcomesConcept:concept",
      reference: "uuid,display,name,retired,allWorkflows:ref",
      standard: "uuid,display,name,retired,allWorkflows"),
    ResourceType(
      "workflow", "org.openmrs.ProgramWorkflow", alias: "workflow", version: "1.8",
      plain: "uuid retired", nested: "concept states:workflowstate",
      reference: "uuid,concept:ref,retired,states:ref",
      standard: "uuid,concept:ref,retired,states"),
    // It has no `display` in any release [800].
    ResourceType(
      "workflowstate", "org.openmrs.ProgramWorkflowState", alias: "state", version: "1.8",
      plain: "uuid retired description initial terminal", nested: "concept",
      reference: "uuid,retired,concept:ref",
      standard: "uuid,retired,concept:ref"),
    ResourceType(
      "patientstate", "org.openmrs.PatientState", alias: "state", version: "1.8",
      plain: "uuid startDate endDate voided auditInfo",
      nested: "state:workflowstate patientProgram:programenrollment",
      reference: "state:ref,uuid,startDate,endDate,voided",
      standard: "state,uuid,startDate,endDate,voided"),
    ResourceType(
      "module", "org.openmrs.module.Module", alias: "module", version: "1.8",
      plain: "uuid display name description started version author packageName",
      standard: "uuid,display,name,description,started,startupErrorMessage"),
  ]

  private static let orderProperties =
    "uuid orderNumber accessionNumber action dateActivated scheduledDate dateStopped "
    + "autoExpireDate orderReasonNonCoded urgency instructions commentToFulfiller display voided "
    + "fulfillerStatus fulfillerComment auditInfo"
  private static let orderTypes =
    "patient concept careSetting:caresetting previousOrder:order encounter orderer:provider "
    + "orderReason:concept orderType:ordertype"
  private static let orderStandard =
    "uuid,orderNumber,accessionNumber,patient:ref,concept:ref,action,careSetting:ref,"
    + "previousOrder:ref,dateActivated,scheduledDate,dateStopped,autoExpireDate,encounter:ref,"
    + "orderer:ref,orderReason:ref,orderReasonNonCoded,orderType,urgency,instructions,"
    + "commentToFulfiller,display"
}
