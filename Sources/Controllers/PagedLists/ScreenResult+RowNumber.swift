public import Screens

extension ScreenResult {
  private static let rowQuestion = "row number"

  /// A result that scrolls the paged list below to a row number, counted from 1.
  ///
  ///     navigator.answer(.row(number: 900_000))
  public static func row(number: Int) -> ScreenResult {
    ScreenResult(question: rowQuestion, choiceID: String(number))
  }

  var rowNumber: Int? { question == ScreenResult.rowQuestion ? Int(choiceID) : nil }
}
