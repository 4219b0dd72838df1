import Terminals

extension Detail {
  /// The detail as lines of text, for pipes and the clipboard. Unsafe characters are made visible.
  public var plain: String {
    let labels = sections.flatMap(\.rows).compactMap { row -> Int? in
      if case .labelled(let label, _, _) = row.content { CellWidth.of(label) } else { nil }
    }
    let labelWidth = labels.max() ?? 0
    var lines = [headline, subtitle].filter { !$0.isEmpty }
    for section in sections {
      if let heading = section.heading { lines += ["", heading] }
      for row in section.rows {
        switch row.content {
        case .labelled(let label, let value, let aside):
          let gap = String(repeating: " ", count: labelWidth - CellWidth.of(label) + 2)
          let indent = String(repeating: " ", count: labelWidth + 2)
          var parts = value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map(String.init)
          if !aside.isEmpty { parts[0] += "  (\(aside))" }
          lines += parts.enumerated().map { ($0 == 0 ? label + gap : indent) + $1 }
        case .table(_, let cells): lines.append(cells.joined(separator: "  "))
        case .text(let text): lines.append(text)
        }
      }
    }
    return lines.map { SafeText.visible($0) + "\n" }.joined()
  }
}
