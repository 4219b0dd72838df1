/// The programs that can open a document, in the order in which they are listed.
public struct ProgramMenu: Hashable, Sendable {
  /// The programs, starting with `always`.
  public let programs: [DocumentProgram]
  /// The program that the user always wants to use; `nil` if there is none or it was uninstalled.
  public let always: DocumentProgram?

  /// A sentence about program files that were skipped because other users can write them; `nil` if
  /// there are none.
  public let note: String?

  init(_ programs: [DocumentProgram], always id: String?, note: String? = nil) {
    self.note = note
    let always = programs.first { $0.id == id }
    self.always = always
    self.programs = [always].compactMap(\.self) + programs.filter { $0.id != always?.id }
  }

  /// Returns the program with a number, counted from 1; `nil` if there is none.
  public func program(numbered number: Int) -> DocumentProgram? {
    programs.indices.contains(number - 1) ? programs[number - 1] : nil
  }

  /// Returns the programs whose name or source contains all words of `filter`, with their numbers.
  /// An empty filter matches all.
  public func matching(_ filter: String) -> [(number: Int, program: DocumentProgram)] {
    let words = filter.lowercased().split(whereSeparator: \.isWhitespace)
    return programs.enumerated().compactMap { place, program in
      let text = "\(program.name) \(program.source.words)".lowercased()
      return words.allSatisfy { text.contains($0) } ? (place + 1, program) : nil
    }
  }
}
