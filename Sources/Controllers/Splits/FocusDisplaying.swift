/// A screen that draws its selection otherwise while the keys go to another one beside it.
@MainActor protocol FocusDisplaying: AnyObject {
  /// True if the keys go to this screen.
  var hasFocus: Bool { get set }
}

extension ListController: FocusDisplaying {}

extension DetailController: FocusDisplaying {}
