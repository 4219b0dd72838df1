// What an application that talks to servers needs beside Reprise.
@_exported public import DataSources
@_exported public import Encryption
@_exported public import Networking
