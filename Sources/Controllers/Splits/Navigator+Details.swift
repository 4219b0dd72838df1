public import Screens

extension Navigator {
  /// Goes to the details of the list's selected row: beside the list, or instead of it in a narrow
  /// window.
  ///
  /// ```swift
  /// RowAction("d", label: "details", help: "Go to the details") { _, navigator in
  ///   navigator.showDetails() }
  /// ```
  ///
  /// Only for lists in a ``SplitController``; other lists have no details.
  public func showDetails() { push(DetailsRequest.details) }
}

/// A list's request for the details of its selected row. It is never pushed onto the stack.
enum DetailsRequest: AppRoute {
  case details
}
