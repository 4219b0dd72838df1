import Reprise

/// What the app shows, out of recorded answers.
extension RecordedAnswers {
  /// The list, with the names of its owners.
  func systemList() throws(SourceProblem) -> SystemList {
    guard let list = try list(at: ResourceURI.systemList) else {
      throw .folderWithoutList(place)
    }
    let entries = Entries(list) { json throws(Unreadable) in try VirtualSystem(json) }
    var owners: [String: User] = [:]
    for link in Set(entries.elements.compactMap(\.owner)) {
      // What can't be read is said where the system itself is shown; here its link stands for it.
      owners[link] = (try? answer(at: link)).flatMap { User($0) }
    }
    return SystemList(systems: entries.elements, skipped: entries.skipped, owners: owners)
  }

  /// A system with what its links lead to. A broken link disturbs nothing but itself.
  func detail(of system: VirtualSystem) -> SystemDetail {
    var problems: [SourceProblem] = []
    func followed(_ link: String?, _ title: (JSON) -> String?) -> Link? {
      guard let link else { return nil }
      do throws(SourceProblem) {
        return Link(uri: link, title: try answer(at: link).flatMap(title))
      } catch {
        problems.append(error)
        return Link(uri: link, title: nil)
      }
    }
    let owner = followed(system.owner) { User($0)?.title }
    let pattern = followed(system.pattern) { Pattern($0)?.name }
    var machines: Entries<VirtualMachine>?
    do throws(SourceProblem) {
      machines = try list(at: ResourceURI.machines(of: system.id)).map { list in
        Entries(list) { json throws(Unreadable) in try VirtualMachine(json) }
      }
    } catch {
      problems.append(error)
    }
    return SystemDetail(
      system: system, owner: owner, pattern: pattern, machines: machines?.elements,
      skippedMachines: machines?.skipped ?? [], problems: problems)
  }

  /// The answer that a link leads to; nil if none was recorded.
  private func answer(at link: String) throws(SourceProblem) -> JSON? {
    // All systems lie beside each other, so that any name will do for the one that holds the link.
    let base = ResourceURI("\(ResourceURI.systemList)/0")
    guard let uri = ResourceURI(link, from: base)?.text, let body = try body(for: uri) else {
      return nil
    }
    return try JSON(answer: body, place: place(of: uri))
  }

  private func list(at link: String) throws(SourceProblem) -> [JSON]? {
    guard let answer = try answer(at: link) else { return nil }
    guard let list = answer.array else {
      throw .notAList(place(of: link), kind: answer.kind, message: answer.text("message"))
    }
    return list
  }

  private var place: String {
    switch self {
    case .builtIn: "the built-in fixture"
    case .listFile(let path), .folder(let path): path
    }
  }
}
