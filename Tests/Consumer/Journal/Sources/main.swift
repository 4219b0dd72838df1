import Foundation
import Reprise

Program("journal", summary: "Journal keeps notes.") { _ in
  let folder = try PrivateFolder(
    ofApplication: "journal", environment: ProcessInfo.processInfo.environment)
  return LaunchConfiguration { Journal(folder).application }
}
.main()
