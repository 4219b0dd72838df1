import Documents
import Foundation
import Testing

@Suite struct StandardInputTests {
  /// In a process of its own, which can open nothing any more.
  @Test("Standard input: error of opening the terminal is reported")
  func whyNoTerminalCanBeOpenedIsSaid() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      limit.rlim_cur = 0
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      #expect(throws: DocumentError.system("opened", path: "/dev/tty", code: EMFILE)) {
        try StandardInput.reopenTerminal()
      }
    }
  }
}
