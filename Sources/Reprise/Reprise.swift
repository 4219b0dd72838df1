// Every application needs these. One that talks to servers imports Accounts, too, and one that
// opens documents Documents.
@_exported public import Commands
@_exported public import Controllers
@_exported public import Core
@_exported public import Restoration
@_exported public import Screens
@_exported public import Terminals
