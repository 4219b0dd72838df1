public import Screens

extension ScreenResult {
  private static let rowQuestion = "row number"

  /// The answer of a screen that asks for a row's number, counted from 1: the list below that comes in pieces goes to the row.
  ///
  ///     navigator.answer(.row(number: 900_000))
  public static func row(number: Int) -> ScreenResult {
    ScreenResult(question: rowQuestion, choiceID: String(number))
  }

  /// The number of the row that is asked for; nil if the answer asks for none.
  var rowNumber: Int? { question == ScreenResult.rowQuestion ? Int(choiceID) : nil }
}
