import Reprise

/// A table as an aggregation service answers with it.
struct StrictTable: Sendable {
  /// A cell: a text, or a number in the words of the server.
  enum Cell: Sendable, ExpressibleByStringLiteral {
    case text(String)
    case whole(Int)
    case real(String)

    init(stringLiteral value: String) { self = .text(value) }

    var type: String {
      switch self {
      case .text: "STRING"
      case .whole: "LONG"
      case .real: "DOUBLE"
      }
    }

    var value: String {
      switch self {
      case .text(let text): text
      case .whole(let number): String(number)
      case .real(let text): text
      }
    }
  }

  var columns: [String]
  var rows: [[Cell]]
  /// True if the answer has neither `@type` nor `@id`, as servers before 2013 had none.
  var isPlain = false

  init(_ columns: [String], _ rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Query v1: every value is a text (tables/types).
  var query: JSON {
    if isPlain {
      return object([
        "columns": .array(columns.map { object(["title": .string($0)]) }),
        "rows": .array(
          rows.map { row in .array(row.map { object(["value": .string($0.value)]) }) }),
      ])
    }
    var numbering = Numbering()
    _ = numbering.next()
    let titles = columns.enumerated().map { place, title in
      let types = Set(rows.map { $0[place] }.filter { !$0.value.isEmpty }.map(\.type))
      let type = types.count == 1 ? types.first ?? "STRING" : "STRING"
      return numbering.object(
        "QueryTableColumn", ["title": .string(title), "dataType": .string(type)])
    }
    let cells = rows.map { row in
      JSON.array(
        row.map { numbering.object(nil, ["type": .string($0.type), "value": .string($0.value)]) })
    }
    return object([
      "@type": .string("QueryTableModel"), "@id": .whole(1), "columns": .array(titles),
      "rows": .array(cells),
    ])
  }

  /// V3: numbers are numbers (tables/v3-types).
  var application: JSON {
    var numbering = Numbering()
    _ = numbering.next()
    let titles = columns.map {
      numbering.object("as.dto.common.TableColumn", ["title": .string($0)])
    }
    let cells = rows.map { row in
      JSON.array(
        row.map { cell in
          switch cell {
          case .text(let text):
            numbering.object("as.dto.common.TableStringCell", ["value": .string(text)])
          case .whole(let number):
            numbering.object("as.dto.common.TableLongCell", ["value": .whole(number)])
          case .real(let text):
            numbering.object("as.dto.common.TableDoubleCell", ["value": .number(text)])
          }
        })
    }
    return object([
      "@type": .string("as.dto.common.TableModel"), "@id": .whole(1), "columns": .array(titles),
      "rows": .array(cells),
    ])
  }
}
