import Vapor

@main
enum Entrypoint {
    static func main() async throws {
        let app = try await Application.make(try Environment.detect())
        app.middleware.use(FileMiddleware(publicDirectory: app.directory.publicDirectory))
        try routes(app)
        try await app.execute()
        try await app.asyncShutdown()
    }
}
