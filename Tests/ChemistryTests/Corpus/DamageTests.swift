import Foundation
import Testing

@testable import Chemistry

/// Damaged files give a problem with its place, or a result; the reader always comes back.
@Suite(.enabled(if: Corpus.isThere, "../shared/corpus/chemical isn't there"))
struct DamageTests {
  /// True where all files are read as often as small ones, which takes minutes.
  private let isThorough = ProcessInfo.processInfo.environment["REPRISE_SCALE"] != nil
  /// Files that are read often; larger ones take their time.
  private static let small = 20_000

  private func rounds(_ most: Int, _ file: Corpus.File) -> Int {
    isThorough || file.bytes.count < Self.small ? most : most / 10
  }

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
    } catch is Problem {
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

  @Test func filesCutAtFiftyPlacesAreRead() throws {
    var problems = 0
    for file in try Corpus.files() {
      let count = file.bytes.count < 100_000 ? 50 : rounds(50, file)
      for place in 0..<count {
        problems += use(Array(file.bytes.prefix(file.bytes.count * place / count)), file.name)
      }
    }
    #expect(problems > 10_000)
  }

  @Test func filesWithTwoHundredChangedBytesAreReadAndWritten() throws {
    var random = SeededGenerator(seed: 18)
    var count = 0
    for file in try Corpus.files() where !file.bytes.isEmpty && file.bytes.count < 100_000 {
      // Each time one more byte is wrong, and a few texts have digits where they matter most.
      var bytes = file.bytes
      for change in 0..<200 {
        let place = Int(random.next() % UInt64(bytes.count))
        bytes[place] =
          random.next() % 2 == 0
          ? UInt8(truncatingIfNeeded: random.next())
          : Array("0123456789-+.9 $>\n".utf8)[Int(random.next() % 18)]
        if change % 40 == 0 {
          _ = use(bytes, file.name)
          count += 1
        }
      }
      write(bytes, file.name)
    }
    #expect(count > 2500)
  }

  @Test func singleChangedBytesAreRead() throws {
    var random = SeededGenerator(seed: 81)
    for file in try Corpus.files() where !file.bytes.isEmpty {
      for _ in 0..<rounds(200, file) {
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

  @Test func wholeFilesAreReadInTime() throws {
    for file in try Corpus.files() {
      let seconds = Self.processorSeconds { _ = try? file.document() }
      #expect(seconds < max(0.5, Double(file.bytes.count) / 1_048_576), "\(file)")
      write(file.bytes, file.name)
    }
  }
}
