import Terminals

/// The images that a terminal shows, and the way from there to those of the next frame.
struct ImagePainter {
  /// A change of the images, around the painting of the cells.
  struct Change: Equatable {
    /// The sequences that delete images, before the cells.
    var deleting: [UInt8] = []
    /// The rows whose cells are painted anew, changed or not: that erases what no sequence deletes.
    var erased: Set<Int> = []
    /// The sequences that show images, after the cells.
    var showing: [UInt8] = []

    var isEmpty: Bool { deleting.isEmpty && erased.isEmpty && showing.isEmpty }
  }

  /// An image in sight, and the number by which the terminal knows it.
  private struct Shown {
    let placed: PlacedImage
    let id: Int
  }

  private var shown: [Shown] = []
  private var lastID = 0

  /// True if the terminal shows no image.
  var isEmpty: Bool { shown.isEmpty }

  /// Takes note that the terminal shows no image any more.
  mutating func forget() { shown = [] }

  /// Returns the change that leads to a frame's images.
  ///
  /// - Parameters:
  ///   - images: The images of the frame, which the terminal takes.
  ///   - graphics: The terminal's protocol.
  ///   - painted: The rows whose cells are painted; nil if the screen is cleared, so that nothing is known of what it shows.
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
      // There an image is in the cells: painting one takes a piece out of it, and painting all of them erases it.
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
  /// The rows that the image covers.
  fileprivate var rows: Range<Int> { area.row..<area.row + area.rows }
}
