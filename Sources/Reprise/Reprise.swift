@_exported public import Accounts
// Applications need only `import Reprise`.
@_exported public import Commands
@_exported public import Controllers
@_exported public import Core
@_exported public import DataSources
@_exported public import Documents
@_exported public import Encryption
@_exported public import Networking
@_exported public import Restoration
@_exported public import Screens
@_exported public import Terminals
