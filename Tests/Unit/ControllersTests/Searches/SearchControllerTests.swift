import Controllers
import RepriseTesting
import Screens
import Terminals
import Testing

@MainActor @Suite struct SearchControllerTests {
  private func search(
    _ found: @escaping @MainActor (String, ListPageRequest) async throws -> ListPage<Animal>
  ) -> SearchController<Animal> {
    SearchController(
      title: "Find",
      field: SearchField(label: "Find", placeholder: "a name", explanation: "Type a name."),
      columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
      options: { $0.emptyText = "Nothing is found." },
      source: { text, _ in PageSource { try await found(text, $0) } },
      open: { animal, navigator in navigator.push(BarnRoute.animal(animal.id)) })
  }

  /// Finds as many animals as the text has letters.
  private func session() async throws -> TestSession<BarnRoute> {
    let application = Application<BarnRoute>("barn", title: "Barn", root: .list) { route in
      if case .animal(let id) = route {
        return DetailController(title: id) {
          $0.show(Detail(title: id, headline: "animal \(id)", sections: []))
        }
      }
      return search { text, request in
        let rows = (0..<text.count).map { Animal("\(text)\($0)") }
        return ListPage(
          rows: text == "none" ? [] : Array(rows.dropFirst(request.start)), total: rows.count,
          hasMore: false)
      }
    }
    return try await TestSession(application)
  }

  @Test("A search without search terms shows its explanation") func withoutATextItSaysWhatToType()
    async throws
  {
    let session = try await session()
    try session.expect("Type a name.")
    await session.type("  ")
    try session.expect("Type a name.")
  }

  @Test("A search runs at every letter and is restored after a kill")
  func everyLetterSearchesAndComesBack() async throws {
    let session = try await session()
    await session.type("ab")
    #expect(session.shownIDs == ["ab0", "ab1"])
    await session.press(.down)
    try await session.killAndRelaunch()
    #expect(session.selectedID == "ab1")
    await session.type("c")
    #expect(session.shownIDs == ["abc0", "abc1", "abc2"])
    #expect(session.selectedID == "abc0")
  }

  @Test("Letters of key bindings are typed into a search")
  func lettersThatAreKeysElsewhereAreTyped() async throws {
    let session = try await session()
    await session.type("q?r/")
    #expect(!session.hasQuit)
    #expect(session.shownIDs.first == "q?r/0")
  }

  @Test("Enter opens a search's match, and Escape clears the search terms")
  func enterOpensAndEscapeClearsThenGoesBack() async throws {
    let session = try await session()
    await session.type("xy")
    await session.press(.down, .enter)
    try session.expect("animal xy1")
    await session.press(.escape)
    #expect(session.selectedID == "xy1")
    await session.press(.escape)
    try session.expect("Type a name.")
  }

  @Test("A search without matches shows its empty text") func nothingFoundIsSaid() async throws {
    let session = try await session()
    await session.type("none")
    try session.expect("Nothing is found.")
    await session.press(.enter, .down)
    try session.expect("Nothing is found.")
  }

  @Test("A search drops a late response to earlier search terms") func aLateAnswerIsDropped()
    async throws
  {
    let first = Turnstile(isOpen: false)
    let search = search { text, _ in
      if text == "a" { await first.wait() }
      return ListPage(rows: [Animal("of-\(text)")], hasMore: false)
    }
    let picture = await pictureAfterTwoLetters(in: search, opening: first)
    #expect(picture.contains("name of of-ab"))
    #expect(!picture.contains("name of of-a "))
  }

  /// Scopes may be asked of a server: whoever types on has given that question up.
  @Test("A search drops scopes that arrive late") func scopesThatComeLateAreDropped() async throws {
    let first = Turnstile(isOpen: false)
    let asked = Counter()
    let search = SearchController<Animal>(
      title: "Find",
      field: SearchField(
        label: "Find", placeholder: "", explanation: "Type a name.",
        scopes: {
          asked.count += 1
          guard asked.count == 1 else { return [SearchScope(id: "name", title: "By name")] }
          await first.wait()
          return []
        }),
      columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
      source: { text, scope in
        PageSource { _ in
          ListPage(rows: [Animal("\(scope?.id ?? "all")-\(text)")], hasMore: false)
        }
      },
      open: { _, _ in })
    let picture = await pictureAfterTwoLetters(in: search, opening: first)
    #expect(picture.contains("By name"))
    #expect(picture.contains("name of name-ab"))
  }

  @MainActor private final class Counter {
    var count = 0
  }

  /// Types a second letter while the first one's question waits at a gate, which is opened when the
  /// second one's has been answered.
  private func pictureAfterTwoLetters(
    in search: SearchController<Animal>, opening gate: Turnstile
  ) async -> String {
    var tasks: [Task<Void, Never>] = []
    let size = Size(rows: 10, columns: 60)
    let navigator = Navigator(size: size) { request in
      guard case .run(_, let work) = request else { return }
      tasks.last?.cancel()
      tasks.append(Task { await work() })
    }
    _ = search.handle(.key("a"), navigator)
    // The first question is on its way before the second one is asked.
    await Task.yield()
    _ = search.handle(.key("b"), navigator)
    await tasks[1].value
    gate.open()
    await tasks[0].value
    var canvas = Canvas(size: size)
    search.draw(in: &canvas)
    return canvas.picture.text
  }
}

/// A search in one of two scopes, which opens a match that is the only one.
@MainActor @Suite struct SearchScopeTests {
  private func session(_ scopes: [String]) async throws -> TestSession<BarnRoute> {
    let application = Application<BarnRoute>("barn", title: "Barn", root: .list) { route in
      if case .animal(let id) = route {
        return DetailController(title: id) {
          $0.show(Detail(title: id, headline: "animal \(id)", sections: []))
        }
      }
      return SearchController(
        title: "Find",
        field: SearchField(
          label: "Find", placeholder: "", explanation: "Type a name.",
          hint: { "asks for *\($0)*" },
          scopes: { scopes.map { SearchScope(id: $0, title: "By \($0)") } }),
        columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"), opensOnlyMatch: true,
        source: { text, scope in
          PageSource { _ in
            let rows = (0...text.count).map { Animal("\(scope?.id ?? "all")-\($0)") }
            return ListPage(rows: text == "one" ? [Animal("only")] : rows, hasMore: false)
          }
        },
        open: { animal, navigator in navigator.push(BarnRoute.animal(animal.id)) })
    }
    return try await TestSession(application)
  }

  @Test("A search begins in its first scope, and Tab selects the next")
  func theFirstScopeIsTheDefaultAndTabGoesToTheNext() async throws {
    let session = try await session(["name", "farm"])
    await session.type("ab")
    try session.expect("By name")
    #expect(session.shownIDs == ["name-0", "name-1", "name-2"])
    await session.press(.tab)
    try session.expect("By farm")
    #expect(session.shownIDs == ["farm-0", "farm-1", "farm-2"])
    try await session.killAndRelaunch()
    try session.expect("By farm")
    #expect(session.shownIDs == ["farm-0", "farm-1", "farm-2"])
  }

  @Test("A search without scopes shows its label") func withoutScopesTheLabelStands() async throws {
    let session = try await session([])
    await session.type("ab")
    await session.press(.tab)
    try session.expect(" Find ")
    #expect(session.shownIDs == ["all-0", "all-1", "all-2"])
  }

  @Test("A search's hint is beside its field") func whatIsAskedForStandsBesideTheField()
    async throws
  {
    let session = try await session(["name"])
    try session.expectNo("asks for")
    await session.type("ab")
    try session.expect("asks for *ab*")
  }

  @Test("A search's only match is opened once, and not again after a kill")
  func theOnlyMatchIsOpenedOnce() async throws {
    let session = try await session(["name"])
    await session.type("on")
    await session.type("e")
    try session.expect("animal only")
    await session.press(.escape)
    try session.expect("1 animal")
    try await session.killAndRelaunch()
    try session.expect("1 animal")
  }

  @Test("The restoration law holds for a search with scopes", arguments: [1, 2] as [UInt64])
  func everyEventIsRestored(seed: UInt64) async throws {
    let application = Application<BarnRoute>("barn", title: "Barn", root: .list) { _ in
      SearchController(
        title: "Find",
        field: SearchField(
          label: "Find", placeholder: "", explanation: "Type a name.",
          scopes: { ["a", "b"].map { SearchScope(id: $0, title: $0) } }),
        columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
        source: { text, scope in
          PageSource { _ in
            ListPage(rows: [Animal("\(scope?.id ?? "")\(text)")], hasMore: false)
          }
        },
        open: { _, navigator in navigator.notify("Opened.") })
    }
    try await assertRestorable(application, script: .random(seed: seed, count: 200))
  }
}
