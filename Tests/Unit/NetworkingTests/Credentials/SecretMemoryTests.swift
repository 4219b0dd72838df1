import RepriseTesting
import Testing

@Suite struct SecretMemoryTests {
  @Test("A password is in memory once, and not at all after its release")
  func aPasswordIsInMemoryOnceAndNotAtAllWhenNobodyHoldsIt() throws {
    // Of "open-sesame-now", which no argument may hold, as they are in memory, too. It is a long password: what fits into the
    // processor's registers the dynamic linker leaves on the stack for a while, wherever it has to find a function.
    let shifted = String(repeating: "pqfo.tftbnf.opx", count: 10)
    let command = "echo \(shifted) | tr 'b-z.' 'a-y-'"
    let run = try ProgramRun(BuiltProgram.path("Probe"), "search", command, shifted)
    #expect(run.outputText == "held: 1, dropped: 0\n")
  }
}
