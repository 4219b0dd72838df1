import Foundation
import Reprise

/// The images of an entity.
struct EntityImages: Hashable, Sendable {
  /// The image that is shown with the details; nil without one.
  var marquee: EntityImage?
  /// The images that are shown side by side.
  var tiled: [EntityImage] = []

  /// All images, the most important one first.
  var all: [EntityImage] { (marquee.map { [$0] } ?? []) + tiled }
}

/// An image, by its address or with its bytes.
enum EntityImage: Hashable, Sendable {
  /// The image is at this address: of a data store, or of any other server.
  case address(String)
  /// The image itself, and its format as the instance calls it, for example "png"; empty if it doesn't say.
  case content([UInt8], format: String)
}

/// The bytes of an image, and their type.
struct ImageFile: Hashable, Sendable {
  /// The bytes as they came.
  let bytes: [UInt8]
  /// The media type, for example "image/png".
  let type: String
  /// A name for a file with the image, for example "PROBE1.jpg".
  let name: String
}

extension ImageFile {
  /// Creates a file of an image that came with its entity.
  init(bytes: [UInt8], format: String, of id: ResourceID) {
    let format = format.lowercased()
    let type = format.contains("/") ? format : "image/\(format.isEmpty ? "png" : format)"
    self.init(bytes: bytes, type: type, name: "\(id.text).\(type.split(separator: "/").last ?? "")")
  }
}
