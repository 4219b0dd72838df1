import Glibc
import Reprise

/// An invented measurement: the inhibition at eight concentrations, with an image of the curve.
struct DemoCurve {
  let number: Int

  /// The half-maximal inhibitory concentration (IC50), in nM.
  var middle: Int { [3, 12, 45, 120, 380, 900, 2600, 7400][number * 5 % 8] + number % 7 }

  /// The measured points: the concentration in nM as text, and the inhibition in percent.
  var points: [(concentration: String, percent: Int)] {
    (0..<8).map { step in
      let concentration = 0.3 * pow(5, Double(step))
      let noise = Double((number * 31 + step * 17) % 9) - 4
      let percent = Int((inhibition(concentration) * 100 + noise).rounded())
      let text = concentration < 1 ? "0.3" : Int(concentration.rounded()).grouped
      return (text, min(max(0, percent), 100))
    }
  }

  private func inhibition(_ concentration: Double) -> Double {
    1 / (1 + Double(middle) / concentration)
  }

  private static let width = 160
  private static let height = 96

  var png: [UInt8] {
    let (width, height) = (Self.width, Self.height)
    var bitmap = Bitmap(width: width, height: height)
    let (left, bottom) = (8, height - 8)
    for column in left..<width - 4 { bitmap.blacken(column, bottom) }
    for row in 4...bottom { bitmap.blacken(left, row) }
    func position(_ concentration: Double, _ part: Double) -> (Int, Int) {
      let across = log(concentration / 0.3) / log(pow(5, 7))
      return (
        left + 4 + Int(across * Double(width - left - 14)), bottom - Int(part * Double(bottom - 8))
      )
    }
    for step in 0...1400 {
      let concentration = 0.3 * pow(5, Double(step) / 200)
      let (column, row) = position(concentration, inhibition(concentration))
      bitmap.blacken(column, row)
    }
    for (step, point) in points.enumerated() {
      let (column, row) = position(0.3 * pow(5, Double(step)), Double(point.percent) / 100)
      for across in -2...2 { for down in -2...2 { bitmap.blacken(column + across, row + down) } }
    }
    return bitmap.png
  }
}

private struct Bitmap {
  let width: Int
  let height: Int
  private var isBlack: [Bool]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    isBlack = Array(repeating: false, count: width * height)
  }

  mutating func blacken(_ column: Int, _ row: Int) {
    guard (0..<width).contains(column), (0..<height).contains(row) else { return }
    isBlack[row * width + column] = true
  }

  /// One bit per pixel. The image is small, so it isn't compressed.
  var png: [UInt8] {
    var lines: [UInt8] = []
    for row in 0..<height {
      lines.append(0)
      for start in stride(from: 0, to: width, by: 8) {
        lines.append(
          (0..<8).reduce(0) { byte, bit in
            let column = start + bit
            let isWhite = column >= width || !isBlack[row * width + column]
            return byte << 1 | (isWhite ? 1 : 0)
          })
      }
    }
    let head = Self.bytes(width) + Self.bytes(height) + [1, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", head)
      + Self.chunk("IDAT", Self.stored(lines)) + Self.chunk("IEND", [])
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    var checksum = CRC32()
    checksum.update(body)
    return bytes(content.count) + body + bytes(Int(checksum.value))
  }

  /// Returns the bytes as an uncompressed zlib stream; at most 65,535 bytes.
  private static func stored(_ content: [UInt8]) -> [UInt8] {
    let length = UInt16(content.count)
    let parts = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var (low, high) = (1, 0)
    for byte in content {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return [0x78, 0x01, 0x01] + parts + content + bytes(high << 16 | low)
  }
}
