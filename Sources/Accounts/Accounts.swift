// An application that talks to servers imports Accounts beside Reprise, and gets these with it.
@_exported public import DataSources
@_exported public import Encryption
@_exported public import Networking
