import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct StatusTableTests {
    @Test(
      "CloudBurst status table has three known codes",
      arguments: [
        ("RM01005", StatusClass.inTransition, "Starting"), ("RM01006", .started, "Started"),
        ("RM01011", .stopped, "Stopped"),
      ])
    func threeCodesAreAttested(code: String, statusClass: StatusClass, word: String) {
      #expect(StatusTable.attested.statusClass(of: code, text: nil) == statusClass)
      #expect(StatusTable.attested.english(for: code) == word)
      #expect(StatusTable.attested.entries.count == 3)
    }

    @Test(
      "CloudBurst status table guesses no unknown code", arguments: [nil, "", "RM01987", "rm01006"])
    func anUnknownCodeIsNeverGuessed(code: String?) {
      #expect(StatusTable.attested.statusClass(of: code, text: nil) == .unknown)
      #expect(StatusTable.attested.english(for: code) == nil)
    }

    @Test(
      "CloudBurst status class follows well-known words",
      arguments: [
        (
          StatusClass.failed,
          [
            "Failed", "FAILED", "Started with errors", "Could not be started", "Failed to start",
            "Status: error 5", "Not started: error", "Unavailable", "Timed out", "Non riuscito",
            "Avvio non riuscito", "In errore", "Fehlgeschlagen", "Fehler beim Starten",
            "Konnte nicht gestartet werden", "Nicht erfolgreich", "Échec du démarrage",
            "E\u{301}chec", "Erreur", "Error al iniciar", "Falló", "Falha ao iniciar", "起動に失敗しました",
            "エラー", "启动失败", "錯誤", "시작 실패", "오류", "Niepowodzenie", "Błąd", "Ошибка",
            "Не удалось запустить", "Mislukt", "Başarısız",
          ]
        ),
        (
          .inTransition,
          [
            "Starting", "Stopping", "Start pending", "Restarting", "Avvio", "Arresto in corso",
            "In coda", "Wird gestartet", "Wartend", "Démarrage", "Arrêt en cours", "Iniciando",
            "En espera", "Em andamento", "起動中", "停止中", "正在停止", "启动中", "시작 중", "Uruchamianie",
            "Запускается", "Остановка",
          ]
        ),
        (
          .stopped,
          [
            "Stopped", "Not started", "Not yet running", "No longer running", "Powered off",
            "Inactive", "Arrestato", "Non avviato", "Archiviato", "Gestoppt", "Nicht gestartet",
            "Läuft nicht", "Arrêté", "N'est pas démarré", "Detenido", "No iniciado", "Parado",
            "Não iniciado", "停止", "未起動", "起動していません", "已停止", "未启动", "중지됨", "시작되지 않음",
            "Zatrzymano", "Nie uruchomiono", "Остановлен", "Не запущен",
          ]
        ),
        (
          .started,
          [
            "Started", "Running", "Started, no errors", "Started; no action needed", "Active",
            "Failover active", "Avviato", "In esecuzione", "Gestartet", "Läuft",
            "Fehlerfrei gestartet",
            "Démarré", "En cours d’exécution", "Iniciado", "En ejecución", "Em execução", "実行中",
            "起動済み", "已启动", "运行中", "실행 중", "Uruchomiono", "Запущен", "Работает",
          ]
        ),
        (
          .unknown,
          [
            "Unknown", "Unknown, last seen running", "不明", "Nieznany", "Frobnicated", "Startled",
            "Not failed", "—", "",
          ]
        ),
      ])
    func wellKnownWordsSayTheClass(statusClass: StatusClass, texts: [String]) {
      for text in texts {
        #expect(StatusTable.attested.statusClass(of: "X1", text: text) == statusClass, "\(text)")
      }
    }

    private func table(_ configuration: String) throws -> StatusTable {
      let directory = try TemporaryDirectory()
      defer { withExtendedLifetime(directory) {} }
      try directory.write("cloudburst/config.json", configuration)
      return try StatusTable(
        ServerSettings(
          application: "cloudburst", Arguments(), environment: ["XDG_CONFIG_HOME": directory.path],
          keys: [StatusTable.settingsKey]))
    }

    @Test("CloudBurst status table of the user has precedence") func theUsersTableWinsOverAllElse()
      throws
    {
      let table = try table(
        #"{"statuses": {"RM01006": "failed", "wartung  läuft": "stopped", "Failed": "other"}}"#)
      #expect(table.statusClass(of: "RM01006", text: "Started") == .failed)
      #expect(table.statusClass(of: "RM01005", text: "Wartung läuft") == .stopped)
      #expect(table.statusClass(of: nil, text: "FAILED") == .unknown)
      #expect(table.statusClass(of: "RM01011", text: nil) == .stopped)
    }

    @Test(
      "CloudBurst status table that is invalid is refused",
      arguments: [
        (#"{"statuses": []}"#, "“statuses”: this is an array"),
        (#"{"statuses": {"X": 1}}"#, "“statuses”: “X” is a number"),
        (#"{"statuses": {"X": "dead"}}"#, "“statuses”: “X” is “dead”, which isn't a class"),
      ])
    func aTableThatCannotBeUnderstoodIsRefused(configuration: String, end: String) {
      let problem = #expect(throws: UsageError.self) { try table(configuration) }
      #expect(problem?.errorDescription?.hasSuffix("/cloudburst/config.json, " + end) == true)
      #expect(problem?.recoverySuggestion?.contains("transition, stopped, failed, other") == true)
    }

    @Test("CloudBurst status word: of the server, else English, else the code")
    func theWordIsTheServersThenEnglishThenTheCode() {
      let table = StatusTable.attested
      #expect(table.label(for: "RM01006", text: "Avviato") == "Avviato")
      #expect(table.label(for: "RM01006", text: nil) == "Started")
      #expect(table.label(for: "RM01987", text: nil) == "RM01987")
      #expect(table.label(for: nil, text: nil) == nil)
    }

    @Test("CloudBurst status classes have their own mark, word and role")
    func everyClassHasItsOwnMarkWordAndRole() {
      #expect(Set(StatusClass.allCases.map(\.mark.symbol)).count == StatusClass.allCases.count)
      #expect(Set(StatusClass.allCases.map(\.name)).count == StatusClass.allCases.count)
      #expect(Set(StatusClass.allCases.map(\.role)).count == StatusClass.allCases.count)
    }
  }
}
