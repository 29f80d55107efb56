import Testing
@testable import App

@Test func hasRoutes() {
    #expect(Bool(true))
}
