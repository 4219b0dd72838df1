public import Screens

extension Navigator {
  /// Goes to the details of the list's selected row: beside the list, or in its place in a narrow window.
  ///
  /// ```swift
  /// RowAction("d", label: "details", help: "Go to the details") { _, navigator in navigator.showDetails() }
  /// ```
  ///
  /// For lists in a ``SplitController``; no other list has details.
  public func showDetails() { push(DetailsRequest.details) }
}

/// The request of a list for the details of its selected row. It never reaches the stack.
enum DetailsRequest: AppRoute {
  case details
}
