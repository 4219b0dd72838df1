import FoundationEssentials
import Reprise

Program("journal", summary: "Journal keeps notes.") { _ in
  let directory = try PrivateDirectory(
    ofApplication: "journal", environment: ProcessInfo.processInfo.environment)
  return LaunchConfiguration { Journal(directory).application }
}
.main()
