import FoundationEssentials
import Terminals

/// Tracks the images that a terminal shows, and computes the changes for the next frame.
struct ImagePainter {
  struct Change: Equatable {
    var deleting: [UInt8] = []
    /// The rows to repaint even if unchanged, to erase images that no sequence can delete.
    var erased: Set<Int> = []
    var showing: [UInt8] = []

    var isEmpty: Bool { deleting.isEmpty && erased.isEmpty && showing.isEmpty }
  }

  private struct Shown {
    let placed: PlacedImage
    let id: Int
  }

  private var shown: [Shown] = []
  private var lastID = 0

  var isEmpty: Bool { shown.isEmpty }

  mutating func forget() { shown = [] }

  /// The terminal must support all `images`. `painted` is `nil` if the screen's content is unknown.
  mutating func change(
    to images: [PlacedImage], by graphics: Graphics, painted: Set<Int>?
  ) -> Change {
    var change = Change()
    guard !images.isEmpty || !shown.isEmpty else { return change }
    let isKitty = graphics == .kitty
    var staying = painted == nil ? [] : shown.filter { images.contains($0.placed) }
    let gone = shown.filter { one in !staying.contains { $0.id == one.id } }
    if isKitty {
      change.deleting = gone.flatMap { ImageSequences.delete(id: $0.id) }
    } else if var touched = painted {
      // With these protocols an image is part of the cells: painting some damages it, painting all
      // erases it.
      change.erased = Set(gone.flatMap(\.placed.rows))
      touched.formUnion(change.erased)
      staying.removeAll { !touched.isDisjoint(with: $0.placed.rows) }
    }
    shown = images.map { image in
      if let old = staying.first(where: { $0.placed == image }) { return old }
      lastID += 1
      change.showing += ImageSequences.show(image, id: lastID, by: graphics)
      return Shown(placed: image, id: lastID)
    }
    return change
  }
}

extension PlacedImage {
  fileprivate var rows: Range<Int> { area.row..<area.row + area.rows }
}

/// The control sequences that show and delete images. Files are sent only as base64, and sixels
/// only after validation by `GraphicImage`: no image ends its own sequence.
enum ImageSequences {
  /// Terminals that don't support synchronized updates ignore both.
  static let updateStart = Array("\u{1B}[?2026h".utf8)
  static let updateEnd = Array("\u{1B}[?2026l".utf8)

  static func show(_ placed: PlacedImage, id: Int, by graphics: Graphics) -> [UInt8] {
    let area = placed.area
    let there = "\u{1B}7\u{1B}[\(area.row + 1);\(area.column + 1)H"
    let image: [UInt8]
    switch (graphics, placed.image.form) {
    case (.kitty, .file(_, let bytes)): image = kitty("f=100", base64(bytes), area, id)
    case (.kitty, .pixels(let bytes)):
      let size = placed.image.size
      image = kitty("f=32,s=\(size.width),v=\(size.height)", base64(bytes), area, id)
    case (.iTerm, .file(_, let bytes)): image = iTerm(bytes, area)
    case (.sixel, .sixels(let inside)): image = Array("\u{1B}P".utf8) + inside + terminator
    default: return []
    }
    return Array(there.utf8) + image + Array("\u{1B}8".utf8)
  }

  static func delete(id: Int) -> [UInt8] { Array("\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\".utf8) }

  static let deleteAll = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

  private static let terminator = Array("\u{1B}\\".utf8)

  /// The maximum number of base64 bytes in one kitty sequence.
  private static let chunk = 4096

  /// C=1: don't move the cursor. q=2: don't reply.
  private static func kitty(_ format: String, _ base64: [UInt8], _ area: Area, _ id: Int) -> [UInt8]
  {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(base64.count + base64.count / 256 + 128)
    var rest = base64[...]
    var keys = "a=T,q=2,C=1,i=\(id),c=\(area.columns),r=\(area.rows),\(format),"
    repeat {
      let part = rest.prefix(chunk)
      rest = rest.dropFirst(chunk)
      bytes += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);".utf8
      bytes += part
      bytes += terminator
      keys = ""
    } while !rest.isEmpty
    return bytes
  }

  private static func iTerm(_ file: [UInt8], _ area: Area) -> [UInt8] {
    let keys =
      "inline=1;size=\(file.count);width=\(area.columns);height=\(area.rows);"
      + "preserveAspectRatio=1;doNotMoveCursor=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + base64(file) + [0x07]
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    Array(Data(bytes).base64EncodedData())
  }
}
