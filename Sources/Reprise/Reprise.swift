// `import Reprise` is all that an application needs.
@_exported public import Controllers
@_exported public import Files
@_exported public import Networking
@_exported public import Values
@_exported public import Restoration
@_exported public import Screens
@_exported public import Terminals
