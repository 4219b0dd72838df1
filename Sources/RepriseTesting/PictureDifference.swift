/// Describes how two frames differ in rows, styles and cursor; each row with its neighbours.
struct PictureDifference: CustomStringConvertible {
  /// A frame in the form of a golden file: rows between bars, and runs of styles,
  /// `3:0-12 title selected`.
  struct Picture {
    var rows: [String] = []
    var styles: [Int: [String]] = [:]
    var cursor: String?
  }

  let before: Picture
  let after: Picture

  private static let context = 1

  var description: String {
    guard before.rows.count == after.rows.count else {
      return
        ([
          "\(before.rows.count) rows were, and \(after.rows.count) are:"
        ] + after.rows).joined(separator: "\n")
    }
    var lines: [String] = []
    var next = 0
    for row in shownRows {
      if row > next { lines.append("    …") }
      lines += words(ofRow: row)
      next = row + 1
    }
    if before.cursor != after.cursor {
      lines.append("cursor was \(before.cursor ?? "nowhere"), is \(after.cursor ?? "nowhere")")
    }
    return lines.isEmpty ? "no row differs" : lines.joined(separator: "\n")
  }

  private var differentRows: [Int] {
    after.rows.indices.filter {
      before.rows[$0] != after.rows[$0] || before.styles[$0] != after.styles[$0]
    }
  }

  private var shownRows: [Int] {
    let near = differentRows.flatMap { Array($0 - Self.context...$0 + Self.context) }
    return Set(near).filter(after.rows.indices.contains).sorted()
  }

  private func words(ofRow row: Int) -> [String] {
    let number = String(repeating: " ", count: max(0, 3 - "\(row)".count)) + "\(row)"
    var lines: [String] = []
    if before.rows[row] == after.rows[row] {
      lines.append("\(number)     \(after.rows[row])")
    } else {
      lines += ["\(number) was \(before.rows[row])", "\(number) is  \(after.rows[row])"]
    }
    let (old, new) = (before.styles[row] ?? [], after.styles[row] ?? [])
    if old != new {
      let gone = old.filter { !new.contains($0) }
      let come = new.filter { !old.contains($0) }
      lines.append("\(number) styles were \(list(gone)), are \(list(come))")
    }
    return lines
  }

  private func list(_ runs: [String]) -> String {
    runs.isEmpty ? "plain" : runs.joined(separator: ", ")
  }
}

extension PictureDifference.Picture {
  init(golden: String) {
    for line in golden.split(separator: "\n") {
      if line.hasPrefix("|") { rows.append(String(line)) } else { add(run: line) }
    }
  }

  private mutating func add(run: Substring) {
    let parts = run.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let row = Int(parts[0]) else { return }
    styles[row, default: []].append(String(parts[1]))
  }
}
