// Applications need only `import Reprise`.
@_exported public import Commands
@_exported public import Controllers
@_exported public import DataSources
@_exported public import Documents
@_exported public import Files
@_exported public import Gates
@_exported public import Networking
@_exported public import Restoration
@_exported public import Screens
@_exported public import Servers
@_exported public import Terminals
@_exported public import Values
@_exported public import Vaults
