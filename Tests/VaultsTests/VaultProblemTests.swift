import Files
import Testing
import Vaults

@Suite struct VaultProblemTests {
  @Test func aKeyWithSeveralNamesIsNoMatterOfPermissions() {
    let problem = FileProblem.linked(path: "/a/key")
    #expect(VaultProblem.file(problem).recoverySuggestion == problem.recoverySuggestion)
    #expect(problem.recoverySuggestion?.contains("permissions") == false)
  }
}
