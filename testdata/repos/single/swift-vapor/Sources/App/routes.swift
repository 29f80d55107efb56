import Vapor

func routes(_ app: Application) throws {
    let owner = Environment.get("OWNER") ?? "nobody"
    app.get { _ in "Things to do for \(owner)" }
    app.get("health") { _ in "ok" }
}
