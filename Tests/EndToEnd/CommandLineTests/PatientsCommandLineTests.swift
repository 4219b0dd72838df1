import Foundation
import RepriseTesting
import Testing

/// The patient viewer without a terminal, as scripts use it.
@Suite struct PatientsCommandLineTests {
  private func patients(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.path("patients"), arguments, environment: SafeEnvironment.variables())
  }

  @Test(
    "patients list and show require a server and a user",
    arguments: [["list", "grace"], ["show", "x"]])
  func itHasToBeSaidWhosePatientsAreMeant(arguments: [String]) throws {
    let run = try ProgramRun(
      BuiltProgram.path("patients"), arguments, environment: SafeEnvironment.variables())
    #expect(run.exitCode == 64)
    #expect(run.errorText.contains("Name a server and a user"))
    #expect(run.outputText == "")
  }

  @Test("patients list prints a table, JSON or CSV") func theListIsATableJSONOrCSV() throws {
    let plain = try patients("list", "wanjiru", "--unplugged")
    #expect(plain.exitCode == 0 && plain.errorText == "")
    #expect(plain.outputText.split(separator: "\n").count == 3)
    let csv = try patients("list", "wanjiru", "--unplugged", "--csv")
    #expect(csv.outputText.hasPrefix("name,age,sex,identifier,birth,id\r\nMary Wanjiru,41 y,F,"))
    let json = try patients("list", "samuel", "--json", "--unplugged")
    let list =
      try JSONSerialization.jsonObject(with: Data(json.outputText.utf8)) as? [[String: Any]]
    #expect(list?.count == 1)
    #expect((list?.first?["person"] as? [String: Any])?["dead"] as? Bool == true)
  }

  @Test("patients show prints a patient without control characters")
  func onePatientIsPrintedAndMadeSafe() throws {
    let run = try patients("show", "a000000f-0000-4000-8000-00000001d001", "--unplugged")
    #expect(run.exitCode == 0)
    #expect(run.outputText.contains("Sex"))
    #expect(!run.outputText.contains("\u{1B}"))
    let json = try patients(
      "show", "a0000001-0000-4000-8000-000000001eef", "--json", "--unplugged")
    #expect(json.outputText.contains("\"givenName\": \"Grace\""))
  }

  @Test(
    "patients commands: mistakes have exit code and message",
    arguments: [
      (["list", "--unplugged"], 64, "list needs a name"),
      (["show", "--unplugged"], 64, "show needs"),
      (["show", "nobody", "--unplugged"], 66, "has no patient “nobody”"),
      (["show", "../x", "--unplugged"], 66, "is not a valid id"),
      (["--unplugged=x"], 66, "there is no such folder"),
    ])
  func whatIsWrongIsSaidWithACodeForScripts(arguments: [String], code: Int32, text: String) throws {
    let run = try ProgramRun(
      BuiltProgram.path("patients"), arguments, environment: SafeEnvironment.variables())
    #expect(run.exitCode == code)
    #expect(run.errorText.contains(text))
  }
}
