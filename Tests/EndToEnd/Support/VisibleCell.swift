import Reprise
import RepriseTesting

/// As much of a cell as a frame and a terminal both tell: not the colours, which are a theme's.
struct VisibleCell: Hashable {
  let character: Character
  let isSelected: Bool
  let isField: Bool

  /// What is typed into a password's field doesn't come back, so it counts as nothing.
  init(character: Character, isSelected: Bool, isField: Bool) {
    self.character = isField && character == "•" ? " " : character
    self.isSelected = isSelected
    self.isField = isField
  }
}

/// The rows of a screen but the last, which is the status line.
typealias VisibleRows = [[VisibleCell]]

extension Frame {
  var visibleRows: VisibleRows {
    (0..<max(0, size.rows - 1)).map { row in
      cells(ofRow: row).filter { !$0.isContinuation }
        .map {
          VisibleCell(
            character: $0.character, isSelected: $0.style.isSelected, isField: $0.style.isField)
        }
        .withoutTrailingBlanks
    }
  }
}

extension CapturedScreen {
  var visibleRows: VisibleRows {
    withoutStatusLine.map { row in
      row.map {
        VisibleCell(
          character: $0.character, isSelected: $0.style.isReversed,
          isField: $0.style.attributes.contains(4))
      }
      .withoutTrailingBlanks
    }
  }
}

extension [VisibleCell] {
  fileprivate var withoutTrailingBlanks: [VisibleCell] {
    let blank = VisibleCell(character: " ", isSelected: false, isField: false)
    return Array(reversed().drop { $0 == blank }.reversed())
  }
}

extension VisibleRows {
  /// The rows between rails, the selected one marked.
  var picture: String {
    map { row in
      (row.contains(where: \.isSelected) ? ">" : "|") + String(row.map(\.character)) + "|"
    }
    .joined(separator: "\n")
  }
}
