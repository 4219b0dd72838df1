@main enum CloudBurst { static func main() {} }
