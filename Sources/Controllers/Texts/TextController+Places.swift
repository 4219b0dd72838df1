import Terminals

extension TextController {
  func textRows(_ size: Size) -> Int { max(1, size.rows - 1) }

  /// Returns the text broken for a screen size, the top position, and the last possible top
  /// position.
  func view(
    _ size: Size
  ) -> (text: BrokenText, top: BrokenText.Place, last: BrokenText.Place)? {
    guard let text else { return nil }
    text.fit(max(2, size.columns - 2))
    let last = text.last(filling: textRows(size))
    if isFollowing { return (text, last, last) }
    let saved = BrokenText.Place(line: state.topLine, character: state.topCharacter)
    return (text, min(text.place(nearest: saved), last), last)
  }

  var isFollowing: Bool { followsEnd && (state.isFollowing ?? true) }

  func go(to place: BrokenText.Place, isEnd: Bool = false) {
    var state = state
    state.topLine = place.line
    state.topCharacter = place.character
    if followsEnd { state.isFollowing = isEnd }
    self.state = state
  }

  func move(_ size: Size, by distance: Int) {
    guard let (text, top, last) = view(size) else { return }
    let place = min(text.place(distance, from: top), last)
    go(to: place, isEnd: distance > 0 && place == last)
  }
}
