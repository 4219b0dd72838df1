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

  /// Returns the change that leads to a frame's images.
  ///
  /// - Parameters:
  ///   - images: The frame's images, all supported by the terminal.
  ///   - graphics: The terminal's protocol.
  ///   - painted: The rows whose cells are painted, or `nil` if the screen is cleared and its
  ///     content unknown.
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
