package swift

import (
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Vapor", Needs: []string{"vapor"}, Port: 8080},
	{Name: "Hummingbird", Needs: []string{"hummingbird"}, Port: 8080},
	{Name: "Kitura", Needs: []string{"Kitura"}, Port: 8080},
	{Name: "Perfect", Needs: []string{"Perfect-HTTPServer"}, Port: 8181},
	{Name: "Smoke", Needs: []string{"smoke-framework"}, Port: 8080},
	{Name: "FlyingFox", Needs: []string{"FlyingFox"}, Port: 8080},
	{Name: "gRPC Swift", Needs: []string{"grpc-swift", "grpc-swift-2"}, Port: 50051},
	{Name: "SwiftNIO", Needs: []string{"swift-nio"}, Port: 8080, Library: true},
	{Name: "ArgumentParser", Needs: []string{"swift-argument-parser"}, Kind: universalbuild.CLI, Library: true},
}
