/// A list in V3000 format: "(3 4 5 6)" has three numbers.
struct NumberList {
  let numbers: [Int]

  init(_ numbers: [Int]) { self.numbers = numbers }

  /// Reads a list. The count in front is ignored, since it may be wrong.
  init(_ text: String) {
    numbers = Array(
      text.split { $0 == " " || $0 == "(" || $0 == ")" }
        .compactMap { Characters.integer($0) }.dropFirst())
  }

  var text: String {
    "(" + ([numbers.count] + numbers).map { String($0) }.joined(separator: " ") + ")"
  }
}
