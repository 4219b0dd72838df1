import Reprise

extension RecordSource {
  /// The day that it is, for the age of a baby.
  var today: CalendarDay? { CalendarDay(iso: now().date(in: zone)) }
}
