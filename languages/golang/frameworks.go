package golang

import (
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Gin", Needs: []string{"github.com/gin-gonic/gin"}, Port: 8080},
	{Name: "Echo", Needs: []string{"github.com/labstack/echo*"}, Port: 1323},
	{Name: "Fiber", Needs: []string{"github.com/gofiber/fiber*"}, Port: 3000},
	{Name: "Chi", Needs: []string{"github.com/go-chi/chi*"}, Port: 8080},
	{Name: "Gorilla Mux", Needs: []string{"github.com/gorilla/mux"}, Port: 8080},
	{Name: "Beego", Needs: []string{"github.com/beego/beego*", "github.com/astaxie/beego"}, Port: 8080},
	{Name: "Buffalo", Needs: []string{"github.com/gobuffalo/buffalo"}, Port: 3000, PortVariable: "PORT"},
	{Name: "Iris", Needs: []string{"github.com/kataras/iris*"}, Port: 8080},
	{Name: "Revel", Needs: []string{"github.com/revel/revel"}, Port: 9000},
	{Name: "Hertz", Needs: []string{"github.com/cloudwego/hertz"}, Port: 8888},
	{Name: "go-zero", Needs: []string{"github.com/zeromicro/go-zero"}, Port: 8888},
	{Name: "Kratos", Needs: []string{"github.com/go-kratos/kratos*"}, Port: 8000},
	{Name: "GoFr", Needs: []string{"gofr.dev"}, Port: 8000, PortVariable: "HTTP_PORT", Health: []string{"/.well-known/alive"}},
	{Name: "Goa", Needs: []string{"goa.design/goa*"}, Port: 8080},
	{Name: "Martini", Needs: []string{"github.com/go-martini/martini"}, Port: 3000},
	{Name: "PocketBase", Needs: []string{"github.com/pocketbase/pocketbase"}, Port: 8090, Health: []string{"/api/health"}},
	{Name: "Huma", Needs: []string{"github.com/danielgtaylor/huma*"}, Port: 8080},
	{Name: "Macaron", Needs: []string{"gopkg.in/macaron.v1"}, Port: 4000},
	{Name: "Flamego", Needs: []string{"github.com/flamego/flamego"}, Port: 2830},
	{Name: "HttpRouter", Needs: []string{"github.com/julienschmidt/httprouter"}, Port: 8080},
	{Name: "fasthttp", Needs: []string{"github.com/valyala/fasthttp"}, Port: 8080},
	{Name: "gqlgen", Needs: []string{"github.com/99designs/gqlgen"}, Port: 8080},
	{Name: "Connect", Needs: []string{"connectrpc.com/connect", "github.com/bufbuild/connect-go"}, Port: 8080},
	{Name: "gRPC", Needs: []string{"google.golang.org/grpc"}, Port: 50051},
	{Name: "net/http", Port: 8080, Library: true},
	{Name: "Cobra", Needs: []string{"github.com/spf13/cobra"}, Kind: universalbuild.CLI, Library: true},
	{Name: "urfave/cli", Needs: []string{"github.com/urfave/cli*"}, Kind: universalbuild.CLI, Library: true},
	{Name: "Kong", Needs: []string{"github.com/alecthomas/kong"}, Kind: universalbuild.CLI, Library: true},
	{Name: "Bubble Tea", Needs: []string{"github.com/charmbracelet/bubbletea*"}, Kind: universalbuild.CLI, Library: true},
}
