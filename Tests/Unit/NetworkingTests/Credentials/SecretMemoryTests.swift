import RepriseTesting
import Testing

@Suite struct SecretMemoryTests {
  @Test("A password is in memory once, and not at all after its release")
  func aPasswordIsInMemoryOnceAndNotAtAllWhenNobodyHoldsIt() throws {
    // "open-sesame-now" repeated, but shifted by one letter, because arguments are in memory, too.
    // The password is long, because the dynamic linker leaves the contents of the processor's
    // registers on the stack for a while when it looks up a function.
    let shifted = String(repeating: "pqfo.tftbnf.opx", count: 10)
    let command = "echo \(shifted) | tr 'b-z.' 'a-y-'"
    let run = try ProgramRun(BuiltProgram.path("Probe"), "search", command, shifted)
    #expect(run.outputText == "held: 1, dropped: 0\n")
  }
}
