import Core
import Foundation
import Testing

@testable import Documents

@Suite struct RegistrationReportTests {
  @Test("Registration report has a line per step, then the advice")
  func eachStepIsALineAndAdviceComesAfterThemOnce() {
    var report = RegistrationReport()
    report.add("write a")
    report.add("write b", .skipped("There is no need."))
    #expect(report.isWhole)
    #expect(report.advice == [])
    report.advise("Look at a.")
    report.advise("Look at b.")
    report.advise("Look at a.")
    report.attempt("write c") { .done }
    report.attempt("write d") { throw FileError.noHome }
    #expect(!report.isWhole)
    #expect(report.advice == ["Look at a.", "Look at b."])
    #expect(report.steps.map(\.name) == ["write a", "write b", "write c", "write d"])
    let why = FileError.noHome.localizedDescription
    #expect(
      report.text == """
        done     write a
        skipped  write b: There is no need.
        done     write c
        FAILED   write d: \(why)
        Look at a.
        Look at b.

        """)
  }
}
