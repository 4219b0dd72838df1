extension Bond {
  private static let displayKey = "display"

  /// Sets the wedge from CDX's display value. Stores a value that says more: hollow, bold, dashed.
  ///
  /// Values for wedges whose thin end is at the bond's end swap the bond's ends.
  mutating func setDisplay(_ display: Int) {
    switch display {
    case 3, 4: stereo = .down
    case 6, 7, 9, 10: stereo = .up
    case 8: stereo = .either
    default: break
    }
    if display == 4 || display == 7 || display == 10 { swap(&from, &to) }
    switch display {
    case 9, 10: keep(9)
    // Dashed, hashed throughout, bold, dotted, dash-dotted, bold and dashed: styles, not wedges.
    case 1, 2, 5, 11, 12, 13:
      if display != 1 || order != .zero { keep(display) }
    default: break
    }
  }

  private mutating func keep(_ display: Int) {
    extras.append(Extra(.cdx, Bond.displayKey, String(display)))
  }

  /// CDX's display value, with the thin end at the bond's beginning; `nil` for a plain line.
  var display: Int? {
    let kept = extras.value(Bond.displayKey, of: .cdx).flatMap { Characters.integer($0) }
    switch stereo {
    case .up: return kept == 9 ? 9 : 6
    case .down: return 3
    case .either: return 8
    case .plain: return kept == 9 ? nil : kept ?? (order == .zero ? 1 : nil)
    }
  }
}
