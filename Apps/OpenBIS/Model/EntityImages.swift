import Foundation
import Reprise

struct EntityImages: Hashable, Sendable {
  /// The image shown with the details; `nil` if there is none.
  var marquee: EntityImage?
  /// The images shown side by side.
  var tiled: [EntityImage] = []

  var all: [EntityImage] { (marquee.map { [$0] } ?? []) + tiled }
}

/// An image, either as an address or as bytes.
enum EntityImage: Hashable, Sendable {
  /// The address of the image, on a data store or any other server.
  case address(String)
  /// The bytes, and the format as the instance names it, for example "png"; empty if unknown.
  case content([UInt8], format: String)
}

struct ImageFile: Hashable, Sendable {
  let bytes: [UInt8]
  /// The media type, for example "image/png".
  let type: String
  /// A file name for the image, for example "PROBE1.jpg".
  let name: String
}

extension ImageFile {
  /// Creates the file of an image that was sent with its entity.
  init(bytes: [UInt8], format: String, of id: ResourceID) {
    let format = format.lowercased()
    let type = format.contains("/") ? format : "image/\(format.isEmpty ? "png" : format)"
    self.init(bytes: bytes, type: type, name: "\(id.text).\(type.split(separator: "/").last ?? "")")
  }
}
