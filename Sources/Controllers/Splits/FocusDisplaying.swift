/// A screen that draws its selection differently while an adjacent screen has the focus.
@MainActor protocol FocusDisplaying: AnyObject {
  var hasFocus: Bool { get set }
}

extension ListController: FocusDisplaying {}

extension DetailController: FocusDisplaying {}
