import Restoration
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct MessageTests {
    @Test(
      "CloudBurst message: code and arguments are read",
      arguments: [
        ("RM07045", "RM07045", []),
        (#"RM07054("05WASAdmin+Lab+Application")"#, "RM07054", ["05WASAdmin Lab Application"]),
        (#"RM07981("Custom+Node+1","10.20.0.17")"#, "RM07981", ["Custom Node 1", "10.20.0.17"]),
        (#"RM1("a%2Bb%22c%22","")"#, "RM1", ["a+b\"c\"", ""]),
        (#"RM1("citt%C3%A0, (x)")"#, "RM1", ["città, (x)"]), ("RM1()", "RM1", []),
      ])
    func aCodeAndItsArgumentsAreRead(raw: String, code: String, arguments: [String]) {
      let message = Message(raw)
      #expect(message.code == code)
      #expect(message.arguments == arguments)
      #expect(message.raw == raw)
    }

    @Test(
      "CloudBurst message of another form stays text",
      arguments: [
        "", "Running", "rm07045", "RM", "07045", "RM07045 ", "RM07045(", "RM07045)", "RM07045(a)",
        #"RM07045("a""#, #"RM07045("a",)"#, #"RM07045("a" "b")"#, #"RM07045("a","b)"#,
        #"RM07045("%")"#, #"RM07045("%2")"#, #"RM07045("%zz")"#, #"RM07045("%FF")"#,
        #"RM07045("a","#, "RM07045(\")", "città", "RM07045\u{0}",
      ])
    func anythingElseIsKeptAsItIs(raw: String) {
      let message = Message(raw)
      #expect(message.code == nil)
      #expect(message.arguments.isEmpty)
      #expect(message.raw == raw)
    }
  }
}
