import Chemistry
import Depictions
import Reprise

@MainActor func recordScreen(_ id: RecordID, _ file: FileID, _ viewer: Viewer) -> any Screen {
  SectionsController(
    title: id.title,
    sections: [
      ScreenSection("structure", title: "Structure") {
        PictureController(title: id.title) { load in
          let found = try await viewer.find(id, of: file, say: load.say)
          load.show(await picture(of: found, isASCII: viewer.isASCII))
        }
      },
      ScreenSection("properties", title: "Properties") {
        DetailController(title: id.title) { load in
          load.show(Detail(try await viewer.find(id, of: file, say: load.say)))
        }
      },
    ],
    bindings: [
      KeyBinding("y", label: "source", help: "Show the record's source text") { navigator in
        navigator.push(Route.source(id: id, of: file))
      },
      KeyBinding("e", label: "export", help: "Write the record into a file") { navigator in
        navigator.push(Route.export(id: id, of: file))
      },
      KeyBinding(
        "o", label: "open with", help: "Open the record with the program that is always used"
      ) { navigator in
        viewer.opener.open(
          { try await viewer.outgoing(id, of: file) },
          otherwise: Route.openWith(id: id, of: file), navigator)
      },
      KeyBinding("O", help: "Choose the program that the record is opened with") { navigator in
        navigator.push(Route.openWith(id: id, of: file))
      },
    ] + KeyBinding.neighbours("record"),
    banner: { load in
      let found = try await viewer.find(id, of: file, say: load.say)
      // A number can mean another record after a change, and a fingerprint covers only a part.
      let change = found.change ?? file.change
      // For other formats, the list below shows this remark.
      let footer = found.format.holdsOneRecord ? await viewer.library.footer(of: file.path) : nil
      load.show(Banner(found, remarks: [change, footer].compactMap(\.self)))
    })
}

/// Prepares the structure off the main thread, since large ones take long.
private func picture(of found: FoundRecord, isASCII: Bool) async -> Picture {
  let record = found.record
  let structure = PreparedStructure(record)
  let facts = record.facts
  let absence = record.absence(structure)
  let copied = record.copied
  @Sendable func script(of view: PictureView) -> Depiction.Script {
    view.isASCII ?? isASCII ? .ascii : .braille
  }
  return Picture(
    title: record.title, caption: structure?.isSpatial == true ? "3D: < > and { } turn it" : "",
    isSpatial: structure?.isSpatial ?? false, turns: structure?.turns ?? false,
    copied: copied?.text, copyLoss: copied?.loss, isASCII: isASCII,
    reach: { view, size in
      guard let structure else { return (0, 0) }
      let (across, down) = structure.reach(
        at: pictureSize(in: size), from: Viewpoint(view), in: script(of: view))
      return (Int(clamping: across * 100), Int(clamping: down * 100))
    },
    draw: { view, canvas in
      guard let structure, absence == nil else {
        let lines = (absence ?? "").split(separator: "\n")
        for (row, line) in lines.enumerated() {
          canvas.write(
            String(line), row: row, column: 1, style: .secondary, limit: canvas.columns - 2)
        }
        return
      }
      let columns = pictureSize(in: canvas.size).columns
      canvas.within(Area(row: 0, column: 0, rows: canvas.rows, columns: columns)) { part in
        Depiction(structure, size: part.size, from: Viewpoint(view), in: script(of: view))
          .draw(in: &part)
      }
      guard columns < canvas.columns else { return }
      canvas.within(
        Area(row: 0, column: columns, rows: canvas.rows, columns: canvas.columns - columns)
      ) { FactList(facts).draw(in: &$0) }
    })
}

/// On a wide screen, the facts are beside the picture.
private func pictureSize(in size: Size) -> Size {
  let factColumns = size.columns >= 110 ? min(48, size.columns / 3) : 0
  return Size(rows: size.rows, columns: size.columns - factColumns)
}

extension Viewpoint {
  init(_ view: PictureView) {
    self.init(
      zoom: view.factor, across: Double(view.across) / 100, down: Double(view.down) / 100,
      turn: Double(view.turn), tilt: Double(view.tilt), roll: Double(view.roll))
  }
}

extension Record {
  /// The reason why there is nothing to draw; `nil` if there is a picture.
  fileprivate func absence(_ structure: PreparedStructure?) -> String? {
    guard let structure else {
      let problem = problems.first.map { "\n\($0.description)" } ?? ""
      return "The record has no structure that can be read." + problem
    }
    guard structure.isEmpty else { return nil }
    let count = molecule?.atoms.count ?? 0
    return count == 0
      ? "The structure has no atoms."
      : "The file gives no coordinates for the structure's \(count.counted(("atom", "atoms")))."
  }

  /// A molfile or RXN file for the clipboard, and what it can't hold; `nil` without a structure.
  fileprivate var copied: (text: String, loss: String?)? {
    switch structure {
    case .molecule(let molecule):
      var writer = MolfileWriter(.smallest)
      return (writer.text(of: molecule), writer.problems.summary)
    case .reaction(let reaction):
      var writer = RXNWriter(.smallest)
      return (writer.text(of: reaction), writer.problems.summary)
    case .none: return nil
    }
  }
}

extension Banner {
  /// `remarks` are sentences about changes in the file or the record.
  fileprivate init(_ found: FoundRecord, remarks: [String]) {
    let record = found.record
    var phrases = remarks.map { Phrase($0, role: .warning, isVital: true) }
    if !record.problems.isEmpty {
      phrases.append(
        Phrase(
          record.problems.totalCount.counted(("problem", "problems")), role: .warning, isVital: true
        ))
    }
    switch record.structure {
    case .molecule(let molecule):
      phrases.append(Phrase(molecule.formula.hill, role: .text))
      phrases.append(Phrase("\(molecule.averageMass.fixed(2)) Da"))
      if molecule.charge != 0 { phrases.append(Phrase("charge \(molecule.chargeText)")) }
    case .reaction: phrases.append(Phrase(record.formula))
    case .none: break
    }
    let headline = record.title.isEmpty ? "Record \(found.number)" : record.title
    // An unnamed record has its formula as the headline, so the formula isn't repeated.
    phrases.removeAll { $0.text == headline }
    let position = "\(found.number.grouped) of \(found.count.grouped)"
    self.init(
      title: headline, headline: headline,
      aside: found.count == 1 ? found.format.title : "\(position) · \(found.format.title)",
      shorterAsides: [found.count == 1 ? "" : "\(found.number)/\(found.count)"], phrases: phrases)
  }
}

/// Enter writes a new file in the working directory.
@MainActor func exportScreen(_ id: RecordID, _ file: FileID, _ viewer: Viewer) -> any Screen {
  ListController(
    title: "Export",
    columns: [
      Column<RecordExport>(
        "format", heading: "FORMAT", width: .flexible(12...24), text: { $0.title }),
      Column(
        "file", heading: "FILE", width: .flexible(12...60, share: 2),
        text: { "./\($0.stem).\($0.ending)" }),
    ],
    id: { $0.ending },
    options: {
      $0.showsHeadings = false
      $0.isRefreshable = false
      $0.openLabel = "write"
    },
    source: { load in
      let found = try await viewer.find(id, of: file, say: load.say)
      load.show(
        ListContent(rows: RecordExport.all(for: found.record), noun: ("format", "formats")))
    },
    open: { export, navigator in
      navigator.finish("export") { navigator in
        do {
          let found = try await viewer.find(id, of: file)
          let written = export.written(found.record)
          let path = try PrivateFile.create(
            "\(viewer.directory)/\(export.stem)", ending: export.ending, written.bytes)
          // Warnings come first, since the line is cut after a long path.
          let notes = [
            found.change ?? file.change, "Written to \(path).", written.problems.summary,
          ]
          navigator.notify(notes.compactMap(\.self).joined(separator: " "))
        } catch {
          navigator.notify(StatusMessage(problem: "", error).text)
        }
      }
    })
}

/// For a format that is read as a whole, this is the text of the whole file.
@MainActor func sourceScreen(_ id: RecordID, _ file: FileID, _ viewer: Viewer) -> any Screen {
  TextController(
    title: "Source",
    exports: TextExport(directory: viewer.directory, fileName: "record", ending: "txt")
  ) { load in
    let found = try await viewer.find(id, of: file, say: load.say)
    let opened = try await viewer.open(file)
    load.show(try await sourceText(of: opened, found.number - 1))
  }
}

/// Runs off the main thread. CDX is binary, and is shown as a hex dump.
private func sourceText(of file: ChemicalFile, _ index: Int) async throws -> String {
  let bytes = try file.source(index)
  guard file.format == .cdx else { return ChemicalFile.text(of: bytes) }
  let shown = 64 << 10
  let lines = stride(from: 0, to: min(bytes.count, shown), by: 16).map { start in
    let line = bytes[start..<min(start + 16, bytes.count)]
    let numbers = line.map { hexadecimal(Int($0), 2) }.joined(separator: " ")
    let letters = line.map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "." }
    let padding = String(repeating: " ", count: 48 - numbers.count)
    return "\(hexadecimal(start, 8))  \(numbers)\(padding) \(letters.joined())"
  }
  let rest = bytes.count > shown ? ["… \((bytes.count - shown).grouped) more bytes"] : []
  return (lines + rest).joined(separator: "\n")
}

private func hexadecimal(_ number: Int, _ width: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
