import Foundation
import Testing

@testable import Chemistry

/// Damaged files give a problem with its place, or a result; the reader always comes back.
@Suite(.enabled(if: Corpus.isThere, "../shared/corpus/chemical isn't there"))
struct DamageTests {
  /// Whether each file is read after each change, which takes minutes.
  private let isThorough = Self.isSoak
  private static let isSoak = ProcessInfo.processInfo.environment["REPRISE_SOAK"] != nil

  /// Reads, derives and writes all that a viewer would of a file.
  private func use(_ bytes: [UInt8], _ name: String) -> Int {
    do {
      let document = try ChemicalDocument(bytes, fileName: name)
      var count = document.problems.count
      for record in document.records {
        count += record.problems.count
        #expect(record.problems.allSatisfy { !$0.message.isEmpty && !$0.advice.isEmpty })
        let molecules =
          record.reaction?.components.map { $0.molecule } ?? record.molecule.map { [$0] } ?? []
        for molecule in molecules {
          _ = molecule.formula.hill
          _ = molecule.averageMass + molecule.monoisotopicMass
          _ = molecule.ringCount + molecule.fragmentCount + molecule.charge
        }
      }
      return count
    } catch is FormatError {
      return 1
    } catch {
      Issue.record("\(name): \(error)")
      return 0
    }
  }

  private func write(_ bytes: [UInt8], _ name: String) {
    guard let document = try? ChemicalDocument(bytes, fileName: name) else { return }
    for format in ChemicalFormat.allCases { _ = document.written(as: format) }
  }

  @Test("Chemical corpus: files cut at any position are read")
  func filesCutAtFiftyPlacesAreRead() throws {
    var problems = 0
    for file in try Corpus.files() {
      let cuts = isThorough ? 50 : 10
      for cut in 0..<cuts {
        problems += use(Array(file.bytes.prefix(file.bytes.count * cut / cuts)), file.name)
      }
    }
    #expect(problems > 2_000)
  }

  /// Each time one more byte is wrong, half of them a character that matters in texts; of two
  /// hundred states every fortieth is read, or each in `make soak`, and the last is written,
  /// too.
  @Test("Chemical corpus: files with 200 changed bytes are read and written")
  func filesWithTwoHundredChangedBytesAreReadAndWritten() throws {
    var random = SeededGenerator(seed: 18)
    var count = 0
    for file in try Corpus.files() where !file.bytes.isEmpty {
      var bytes = file.bytes
      for change in 0..<200 {
        let place = Int(random.next() % UInt64(bytes.count))
        bytes[place] =
          random.next() % 2 == 0
          ? UInt8(truncatingIfNeeded: random.next())
          : Array("0123456789-+.9 $>\n".utf8)[Int(random.next() % 18)]
        if isThorough || change % 40 == 39 {
          _ = use(bytes, file.name)
          count += 1
        }
      }
      write(bytes, file.name)
    }
    #expect(count > 2500)
  }

  /// One byte is wrong, at 20 positions of each file; in `make soak` at 200.
  @Test("Chemical corpus: files with one changed byte are read") func singleChangedBytesAreRead()
    throws
  {
    var random = SeededGenerator(seed: 81)
    for file in try Corpus.files() where !file.bytes.isEmpty {
      for _ in 0..<(isThorough ? 200 : 20) {
        var bytes = file.bytes
        let place = Int(random.next() % UInt64(bytes.count))
        bytes[place] = UInt8(truncatingIfNeeded: random.next())
        _ = use(bytes, file.name)
      }
    }
  }

  /// The processor's time, because others may have it meanwhile.
  private static func processorSeconds(_ work: () -> Void) -> Double {
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    work()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
  }

  @Test("Chemical corpus: whole files are read and written") func wholeFilesAreReadAndWritten()
    throws
  {
    for file in try Corpus.files() {
      _ = use(file.bytes, file.name)
      write(file.bytes, file.name)
    }
  }

  @Test(
    "Chemical corpus: whole files are read in time",
    .enabled(if: isSoak, "it goes by the clock; make soak runs it"))
  func wholeFilesAreReadInTime() throws {
    for file in try Corpus.files() {
      let seconds = Self.processorSeconds { _ = try? file.document() }
      #expect(seconds < max(0.5, Double(file.bytes.count) / 1_048_576), "\(file)")
    }
  }
}
