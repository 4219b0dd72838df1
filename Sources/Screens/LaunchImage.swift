import Core
import Terminals

/// The image of a session's screen as it was left, shown at the next start until the restored
/// screen has its data, because that may take longer than a person should wait. The status line
/// says from when it is, and no other provenance is shown.
///
/// It is read from a file, so its texts are drawn like any other untrusted text.
@MainActor struct LaunchImage {
  private let savedAt: Int
  /// The rows of the screen's body, as runs of text in one style.
  private let rows: [[Run]]
  private let columns: Int

  private struct Run {
    let style: Style
    let text: String
  }

  /// `nil` if the bytes aren't an image of this size.
  init?(_ bytes: [UInt8], size: Size) {
    guard let json = try? JSON(bytes), json["columns"]?.int == size.columns,
      let savedAt = json["savedAt"]?.int, let rows = json["rows"]?.array, rows.count == size.rows
    else { return nil }
    self.savedAt = savedAt
    columns = size.columns
    self.rows = rows.map { row in
      let parts = row.array ?? []
      return stride(from: 0, to: parts.count - 1, by: 2).compactMap { index in
        guard let code = parts[index].int, let style = Style(code: code),
          let text = parts[index + 1].string
        else { return nil }
        return Run(style: style, text: text)
      }
    }
  }

  /// The bytes of the image of a frame. Runs on any thread.
  nonisolated static func bytes(of frame: Frame, at timestamp: Int) -> [UInt8] {
    let rows = (0..<frame.size.rows).map { row in
      var parts: [JSON] = []
      var (code, text) = (0, "")
      func endRun() {
        guard !text.isEmpty else { return }
        parts += [.number(String(code)), .string(text)]
        text = ""
      }
      frame.forEachCell(ofRow: row, columns: 0..<frame.size.columns) { cell in
        guard !cell.isContinuation else { return }
        if cell.style.code != code { endRun() }
        code = cell.style.code
        // Typed text may be secret. The state has the text that may be stored.
        text.append(cell.style.isField ? " " : cell.character)
      }
      endRun()
      return JSON.array(parts)
    }
    return JSON.object([
      JSON.Member("savedAt", .number(String(timestamp))),
      JSON.Member("columns", .number(String(frame.size.columns))),
      JSON.Member("rows", .array(rows)),
    ]).bytes
  }

  /// The frame to show, without what was in the top and status lines.
  func frame(
    of application: String, titles: [String], subtitle: String?, banner: String?, zone: Zone
  ) -> Frame {
    let size = Size(rows: rows.count, columns: columns)
    var canvas = Canvas(size: size)
    let minute = Timestamp(seconds: savedAt).minute(in: zone)
    let status = StatusLine(notice: "As left at \(minute). Loading…", notSaving: nil)
    let chrome = Chrome(
      application: application, titles: titles, subtitle: subtitle, badge: nil, banner: banner,
      status: status)
    let first = Chrome.topRows(banner)
    chrome.draw(in: &canvas) { body in
      for row in 0..<body.rows where rows.indices.contains(row + first) {
        var column = 0
        for run in rows[row + first] {
          column = body.write(run.text, row: row, column: column, style: run.style)
        }
      }
    }
    return canvas.picture
  }
}

extension Style {
  /// A number for the style in a launch image.
  fileprivate var code: Int {
    Int(role.rawValue) | (isSelected ? 1 << 8 : 0) | (isField ? 1 << 9 : 0)
  }

  fileprivate init?(code: Int) {
    guard let role = UInt8(exactly: code & 0xFF).flatMap({ Role(rawValue: $0) }) else {
      return nil
    }
    self.init(role, isSelected: code & 1 << 8 != 0, isField: code & 1 << 9 != 0)
  }
}
