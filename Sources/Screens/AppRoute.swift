/// The name of a screen: an enum of the application's own, whose cases carry ids, never records.
///
/// Routes are the only things that a snapshot, a deep link or an argument can name, so nothing but the application's own
/// screens can ever be opened by a file. Never rename a case or a label; add new ones.
public protocol AppRoute: Codable, Hashable, Sendable {}
