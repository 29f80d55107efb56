package c

import "aipack/backend/language"

// frameworks are recognised by the headers that the sources include.
var frameworks = []language.Framework{
	{Name: "Crow", Needs: []string{"crow.h", "crow/*", "crow_all.h"}, Port: 18080},
	{Name: "Drogon", Needs: []string{"drogon/*"}, Port: 8080},
	{Name: "Oat++", Needs: []string{"oatpp/*"}, Port: 8000},
	{Name: "Pistache", Needs: []string{"pistache/*"}, Port: 9080},
	{Name: "cpp-httplib", Needs: []string{"httplib.h"}, Port: 8080},
	{Name: "C++ REST SDK", Needs: []string{"cpprest/http_listener.h"}, Port: 8080},
	{Name: "Boost.Beast", Needs: []string{"boost/beast*"}, Port: 8080},
	{Name: "POCO", Needs: []string{"Poco/Net/*"}, Port: 9980},
	{Name: "uWebSockets", Needs: []string{"App.h", "uWS/*", "uwebsockets/*"}, Port: 3000},
	{Name: "Wt", Needs: []string{"Wt/*"}, Port: 8080},
	{Name: "gRPC", Needs: []string{"grpcpp/*", "grpc++/*"}, Port: 50051},
	{Name: "Mongoose", Needs: []string{"mongoose.h"}, Port: 8000},
	{Name: "CivetWeb", Needs: []string{"civetweb.h", "CivetServer.h"}, Port: 8080},
	{Name: "libmicrohttpd", Needs: []string{"microhttpd.h"}, Port: 8888},
	{Name: "Ulfius", Needs: []string{"ulfius.h"}, Port: 8080},
	{Name: "Kore", Needs: []string{"kore/*"}, Port: 8888},
	{Name: "libwebsockets", Needs: []string{"libwebsockets.h"}, Port: 7681},
	{Name: "libevent", Needs: []string{"event2/http.h", "evhttp.h"}, Port: 8080},
}
