import Foundation
import RepriseTesting
import Testing

/// The executable without a terminal, as scripts use it.
@Suite struct CommandLineTests {
  @Test("cloudburst list prints a plain table to a pipe") func theListIsAPlainTableInAPipe() throws
  {
    let run = try cloudburst("list", "--unplugged")
    #expect(run.exitCode == 0)
    #expect(run.errorText == "")
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.count == 41)
    #expect(
      lines.first?.split(separator: " ").map(String.init) == [
        "NAME", "STATUS", "OWNER", "CREATED", "ID", "UPDATED",
      ])
  }

  @Test("cloudburst list --json has the keys of the server")
  func theListAsJSONHasTheServersOwnKeys() throws {
    let systems = try list("--json")
    #expect(systems.count == 40)
    for system in systems {
      #expect(system["id"] != nil)
    }
    let keys: Set = [
      "id", "name", "created", "updated", "owner", "pattern", "currentstatus",
      "currentstatus_text", "currentmessage", "currentmessage_text", "desiredstatus",
      "desiredstatus_text",
    ]
    let first = try #require(systems.first { $0["id"] as? Int == 59 })
    #expect(keys.isSubset(of: first.keys))
  }

  @Test("cloudburst list --csv names its columns") func theListAsCSVNamesItsColumns() throws {
    let run = try cloudburst("list", "--unplugged", "--csv")
    // A quoted cell may be of several lines.
    let lines = run.outputText.replacing(/"[^"]*"/, with: "quoted")
      .components(separatedBy: "\r\n")
    #expect(lines.first == "name,status,owner,created,id,updated,code")
    #expect(lines.count == 42)
    #expect(lines.last == "")
  }

  @Test("cloudburst list prints a numeric status code") func aCodeMayBeANumber() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("list.json", #"[{"id": 1, "name": "a", "currentstatus": 42}]"#)
    let run = try cloudburst("list", "--unplugged=\(path)", "--csv")
    #expect(run.outputText.hasSuffix(",42\r\n"), "\(run.outputText)")
  }

  @Test("cloudburst list filters and sorts as on the screen")
  func aFilterAndAnOrderAreTheSameAsOnTheScreen() throws {
    let systems = try list("--json", "--filter", "was", "--sort", "created:desc")
    let created = try systems.map { try #require($0["created"] as? Int) }
    #expect(systems.count > 1)
    #expect(created == created.sorted(by: >))
    #expect(try list("--json", "--filter", "was").count == systems.count)
  }

  @Test("cloudburst takes options before or after the command")
  func optionsStandBeforeOrBehindTheCommand() throws {
    let before = try cloudburst("--unplugged", "list", "--csv")
    let behind = try cloudburst("list", "--csv", "--unplugged")
    #expect(before.output == behind.output)
    #expect(before.exitCode == 0)
  }

  @Test("cloudburst show prints a system with its linked resources")
  func oneSystemIsShownWithWhatItsLinksLeadTo() throws {
    let run = try cloudburst("show", "61", "--unplugged")
    #expect(run.exitCode == 0)
    #expect(run.outputText.contains("Cluster ND"))
    #expect(run.outputText.contains("Virtual machines"))
  }

  @Test("cloudburst show --json prints the element of the list")
  func oneSystemAsJSONIsTheListsOwnElement() throws {
    let run = try cloudburst("show", "61", "--unplugged", "--json")
    let system = try #require(
      try JSONSerialization.jsonObject(with: run.output) as? NSDictionary)
    let listed = try list("--json").first { $0["id"] as? Int == 61 }
    #expect(system == listed.map { NSDictionary(dictionary: $0) })
  }

  @Test("cloudburst list ends when its output is closed early")
  func anOutputThatIsClosedEarlyEndsIt() throws {
    let line = "\"$0\" list --unplugged --json | :; exit ${PIPESTATUS[0]}"
    let program = try BuiltProgram.path("cloudburst")
    let run = try ProgramRun("/usr/bin/env", "bash", "-c", line, program)
    // By SIGPIPE, or because all of it fitted into the pipe, or with a sentence about it.
    #expect([0, 74, 128 + SIGPIPE].contains(run.exitCode))
  }

  private func list(_ arguments: String...) throws -> [[String: Any]] {
    let run = try cloudburst(["list", "--unplugged"] + arguments)
    #expect(run.exitCode == 0)
    return try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
  }
}

/// Runs the viewer with no home and nothing of the person's environment.
func cloudburst(_ arguments: String...) throws -> ProgramRun { try cloudburst(arguments) }

func cloudburst(_ arguments: [String]) throws -> ProgramRun {
  try ProgramRun(
    BuiltProgram.path("cloudburst"), arguments, environment: SafeEnvironment.variables())
}
