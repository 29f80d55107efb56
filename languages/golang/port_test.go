package golang

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestPort follows addresses the ways that programs write them. Each body
// stands in a main package with the usual imports.
func TestPort(t *testing.T) {
	for name, c := range map[string]struct {
		body  string
		more  map[string]string
		port  int
		wants language.Address // without its reason
	}{
		"a literal":         {body: `func main() { http.ListenAndServe(":4001", nil) }`, port: 4001},
		"a constant":        {body: "const at = \":4002\"\n\nfunc main() { http.ListenAndServe(at, nil) }", port: 4002},
		"a server's field":  {body: `func main() { s := &http.Server{Addr: "0.0.0.0:4003"}; s.ListenAndServe() }`, port: 4003, wants: language.Address{Host: "0.0.0.0"}},
		"a flag":            {body: "var port = flag.Int(\"port\", 4004, \"\")\n\nfunc main() { http.ListenAndServe(fmt.Sprintf(\":%d\", *port), nil) }", port: 4004},
		"a flag's address":  {body: "var at = flag.String(\"listen\", \"localhost:4031\", \"where\")\n\nfunc main() { http.ListenAndServe(*at, nil) }", port: 4031, wants: language.Address{Host: "localhost", Appended: "--listen=0.0.0.0:{port}"}},
		"a flag's host":     {body: "func main() {\n\tvar host string\n\tvar port int\n\tflag.StringVar(&host, \"host\", \"127.0.0.1\", \"where\")\n\tflag.IntVar(&port, \"port\", 4032, \"where\")\n\thttp.ListenAndServe(fmt.Sprintf(\"%s:%d\", host, port), nil)\n}", port: 4032, wants: language.Address{Host: "127.0.0.1", Appended: "--host=0.0.0.0"}},
		"a flag of Cobra":   {body: "var at string\n\nfunc main() { cmd.Flags().StringVarP(&at, \"addr\", \"a\", \"127.0.0.1:4033\", \"where\"); http.ListenAndServe(at, nil) }", port: 4033, wants: language.Address{Host: "127.0.0.1", Appended: "--addr=0.0.0.0:{port}"}},
		"a flag of urfave":  {body: "var f = &cli.StringFlag{Name: \"bind\", Value: \"localhost:4034\"}\n\nfunc run(c *cli.Context) { http.ListenAndServe(c.String(\"bind\"), nil) }\n\nfunc main() { run(nil) }", port: 4034, wants: language.Address{Host: "localhost", Appended: "--bind=0.0.0.0:{port}"}},
		"a flag everywhere": {body: "var at = flag.String(\"listen\", \":4035\", \"where\")\n\nfunc main() { http.ListenAndServe(*at, nil) }", port: 4035},
		"a variable":        {body: "func main() {\n\tp := os.Getenv(\"SHOP_PORT\")\n\tif p == \"\" {\n\t\tp = \"4005\"\n\t}\n\thttp.ListenAndServe(\":\"+p, nil)\n}", port: 4005, wants: language.Address{PortVariable: "SHOP_PORT"}},
		"a whole address":   {body: "func main() {\n\tat := \":4024\"\n\tif p := os.Getenv(\"PORT\"); p != \"\" {\n\t\tat = p\n\t}\n\thttp.ListenAndServe(at, nil)\n}", port: 4024, wants: language.Address{HostVariable: "PORT", HostForm: ":{port}"}},
		"its port alone":    {body: "func main() {\n\tat := \":4025\"\n\tif p := os.Getenv(\"PORT\"); p != \"\" {\n\t\tat = \":\" + p\n\t}\n\thttp.ListenAndServe(at, nil)\n}", port: 4025, wants: language.Address{PortVariable: "PORT"}},
		"a tag":             {body: "type Config struct {\n\tPort int `env:\"SHOP_PORT\" envDefault:\"4006\"`\n}\n\nfunc run(c Config) { http.ListenAndServe(fmt.Sprintf(\":%d\", c.Port), nil) }\n\nfunc main() { run(Config{}) }", port: 4006, wants: language.Address{PortVariable: "SHOP_PORT"}},
		"viper":             {body: "func main() {\n\tviper.SetEnvPrefix(\"shop\")\n\tviper.AutomaticEnv()\n\tviper.SetDefault(\"http.port\", 4007)\n\thttp.ListenAndServe(\":\"+viper.GetString(\"http.port\"), nil)\n}", port: 4007, wants: language.Address{PortVariable: "SHOP_HTTP_PORT"}},
		"a function's":      {body: "func address() string { return net.JoinHostPort(\"127.0.0.1\", \"4008\") }\n\nfunc main() { http.ListenAndServe(address(), nil) }", port: 4008, wants: language.Address{Host: "127.0.0.1"}},
		"a parameter":       {body: "func serve(at string) { http.ListenAndServe(at, nil) }\n\nfunc main() { serve(\":4009\") }", port: 4009},
		"functions called New": {
			body: "func main() { run() }",
			more: map[string]string{
				"run.go":       "package main\n\nimport (\n\t\"example.com/shop/back\"\n\t\"example.com/shop/env\"\n\t\"example.com/shop/log\"\n\t\"example.com/shop/web\"\n)\n\nfunc run() {\n\tc := env.New()\n\tweb.New(log.New(), back.New(c.At)).Run()\n}\n",
				"env/env.go":   "package env\n\nimport \"os\"\n\ntype Env struct{ At string }\n\nfunc New() *Env {\n\te := &Env{}\n\te.read()\n\treturn e\n}\n\nfunc (e *Env) read() {\n\te.At = os.Getenv(\"SHOP_ADDRESS\")\n\tif e.At == \"\" {\n\t\te.At = \"localhost:4023\"\n\t}\n}\n",
				"back/back.go": "package back\n\ntype Server struct{ Address string }\n\ntype Config struct{ Server Server }\n\nfunc New(at string) *Config {\n\tc := &Config{}\n\tc.read(at)\n\treturn c\n}\n\nfunc (c *Config) read(at string) { c.Server.Address = at }\n",
				"log/log.go":   "package log\n\ntype Log struct{}\n\nfunc New() Log { return Log{} }\n",
				"web/web.go":   "package web\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/shop/back\"\n\t\"example.com/shop/log\"\n)\n\ntype Web struct{ server *http.Server }\n\nfunc New(l log.Log, c *back.Config) *Web {\n\treturn &Web{&http.Server{Addr: c.Server.Address}}\n}\n\nfunc (w *Web) Run() error { return w.server.ListenAndServe() }\n",
			},
			port: 4023, wants: language.Address{Host: "localhost", HostVariable: "SHOP_ADDRESS"},
		},
		"settings":           {body: "type opts struct {\n\tPort int `ini:\"HTTP_PORT\"`\n}\n\nvar Server opts\n\nfunc main() { http.ListenAndServe(fmt.Sprintf(\":%d\", Server.Port), nil) }", more: map[string]string{"conf/app.ini": "[server]\nHTTP_PORT = 4010\n"}, port: 4010},
		"a variable alone":   {body: "type Config struct{ Port string }\n\ntype Server struct{ s *http.Server }\n\nfunc (s *Server) Run(port string) { s.s = &http.Server{Addr: \":\" + port}; s.s.ListenAndServe() }\n\nfunc main() {\n\tc := &Config{Port: os.Getenv(\"SHOP_PORT\")}\n\t(&Server{}).Run(c.Port)\n}", wants: language.Address{PortVariable: "SHOP_PORT"}},
		"a database's alone": {body: "func main() { net.Listen(\"tcp\", \":\"+os.Getenv(\"DB_PORT\")) }"},
		"not the database's": {body: "type DBConfig struct {\n\tPort int `default:\"5432\"`\n}\n\ntype WebConfig struct {\n\tPort int `default:\"4011\"`\n}\n\nfunc run(web WebConfig) { http.ListenAndServe(fmt.Sprintf(\":%d\", web.Port), nil) }\n\nfunc main() { run(WebConfig{}) }", port: 4011},
		"not what measures":  {body: "func metrics() { http.ListenAndServe(\":9100\", nil) }\n\nfunc main() { go metrics(); http.ListenAndServe(\":4012\", nil) }", port: 4012},
		"Kong":               {body: "var cli struct {\n\tServe struct {\n\t\tAddr string `default:\":4013\" env:\"SHOP_ADDR\"`\n\t}\n}\n\nfunc main() { http.ListenAndServe(cli.Serve.Addr, nil) }", port: 4013, wants: language.Address{HostVariable: "SHOP_ADDR"}},
		"kingpin":            {body: "var at = kingpin.Flag(\"listen\", \"\").Default(\":4014\").Envar(\"SHOP_LISTEN\").String()\n\nfunc main() { http.ListenAndServe(*at, nil) }", port: 4014, wants: language.Address{HostVariable: "SHOP_LISTEN"}},
		"kingpin's address":  {body: "func main() {\n\tat := kingpin.New(\"x\", \"\").Flag(\"listen\", \"\").Default(\"0.0.0.0:4019\").TCP()\n\thttp.ListenAndServe((*at).String(), nil)\n}", port: 4019, wants: language.Address{Host: "0.0.0.0"}},
		"settings of JSON":   {body: "type Config struct {\n\tAt string `json:\"listen_at\"`\n}\n\nfunc run(c Config) {\n\tos.ReadFile(\"config.json\")\n\thttp.ListenAndServe(c.At, nil)\n}\n\nfunc main() { run(Config{}) }", more: map[string]string{"config.json": "{\n  \"listen_at\": \":4020\"\n}\n"}, port: 4020},
		"Hertz":              {body: "func main() { server.Default(server.WithHostPorts(\":4021\")).Spin() }", port: 4021},
		"an exporter":        {body: "func main() {\n\tflags := kingpinflag.AddFlags(kingpin.CommandLine, \":4015\")\n\tweb.ListenAndServe(&http.Server{}, flags, nil)\n}", port: 4015},
		"conf's option": {
			body: "func main() {\n\tcfg := struct {\n\t\tWeb struct {\n\t\t\tHost string `conf:\"default:0.0.0.0\"`\n\t\t\tPort int `conf:\"short:p,default:7745\"`\n\t\t}\n\t}{}\n" +
				"\thttp.ListenAndServe(fmt.Sprintf(\"%s:%d\", cfg.Web.Host, cfg.Web.Port), nil)\n}",
			port: 7745, wants: language.Address{Host: "0.0.0.0"},
		},
		"a prefix of structs": {body: "type Config struct {\n\tHTTP struct {\n\t\tPort int `env:\"PORT\" envDefault:\"4016\"`\n\t} `envPrefix:\"SHOP_\"`\n}\n\nfunc run(c Config) { http.ListenAndServe(fmt.Sprintf(\":%d\", c.HTTP.Port), nil) }\n\nfunc main() { run(Config{}) }", port: 4016, wants: language.Address{PortVariable: "SHOP_PORT"}},
		"a server's, later":   {body: "func main() { s := &http.Server{}; s.Addr = net.JoinHostPort(\"\", \"4017\"); s.ListenAndServe() }", port: 4017},
		"go-env's prefix":     {body: "type Config struct {\n\tPort int `env:\"SHOP_PORT\"`\n}\n\nfunc run(c Config) { env.New(\"MY_\", nil).Load(&c); http.ListenAndServe(fmt.Sprintf(\":%d\", c.Port), nil) }\n\nfunc main() { run(Config{Port: 4019}) }", more: map[string]string{"env.go": "package main\n\nimport \"github.com/qiangxue/go-env\"\n\nvar _ = env.New(\"MY_\", nil)\n"}, port: 4019, wants: language.Address{PortVariable: "MY_SHOP_PORT"}},
		"pages beside mail":   {body: "func main() { go smtpd.Run(); http.ListenAndServe(\":4020\", nil) }", more: map[string]string{"a.go": "package main\n\nimport \"example.com/shop/internal/smtpd\"\n", "internal/smtpd/listen.go": "package smtpd\n\nimport (\n\t\"net\"\n\t\"os\"\n)\n\nfunc Run() {\n\tport := os.Getenv(\"SMTP_PORT\")\n\tif port == \"\" {\n\t\tport = \"2525\"\n\t}\n\tl, _ := net.Listen(\"tcp\", \":\"+port)\n}\n"}, port: 4020},
		"mail alone":          {body: "func main() { smtpd.Run() }", more: map[string]string{"a.go": "package main\n\nimport \"example.com/shop/internal/smtpd\"\n", "internal/smtpd/listen.go": "package smtpd\n\nimport \"net\"\n\nfunc Run() { l, _ := net.Listen(\"tcp\", \":2525\") }\n"}, port: 2525},
		"Beego's settings":    {body: "func main() { web.Run() }", more: map[string]string{"conf/app.conf": "appname = shop\nhttpport = 4018\n"}, port: 4018},
		"an address alone":    {body: `func main() { http.ListenAndServe(os.Getenv("SHOP_ADDR"), nil) }`, wants: language.Address{HostVariable: "SHOP_ADDR", Open: true}},
		"a name of its own":   {body: `func main() { http.ListenAndServe(os.Getenv("SHOP_PLACE"), nil) }`},
		"round in a circle":   {body: "var a = b\nvar b = a\n\nfunc main() { http.ListenAndServe(a, nil) }"},
		"a socket of a file":  {body: `func main() { l, _ := net.Listen("unix", "/run/shop.sock"); http.Serve(l, nil) }`},
		"no number of a port": {body: `func main() { http.ListenAndServe(":99999", nil) }`},
	} {
		t.Run(name, func(t *testing.T) {
			in := map[string]string{
				"go.mod":  "module example.com/shop\n\ngo 1.24\n",
				"main.go": "package main\n\nimport (\n\t\"flag\"\n\t\"fmt\"\n\t\"net\"\n\t\"net/http\"\n\t\"os\"\n\n\t\"github.com/spf13/viper\"\n)\n\n" + c.body + "\n",
			}
			for file, text := range c.more {
				in[file] = text
			}
			p, _ := languagetest.Project(t, &Language, in, ".", "")
			got := projectAddress(p)
			got.Why, got.Fixed = c.wants.Why, c.wants.Fixed
			if port := portOf(p); port.Value != c.port || got != c.wants {
				t.Errorf("port %d, want %d; %+v, want %+v", port.Value, c.port, got, c.wants)
			}
		})
	}
}

// TestFixedPort: a number that stands where a program listens is changed by nothing.
func TestFixedPort(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		`func main() { http.ListenAndServe(":4001", nil) }`:                                                          4001,
		`func serve(app *fiber.App) { app.Listen(":4002") }` + "\n\nfunc main() { serve(fiber.New()) }":              4002,
		`func main() { go http.ListenAndServe(":4001", nil); http.ListenAndServe(":4002", nil) }`:                    0,
		`func main() { http.ListenAndServe(":"+os.Getenv("PORT"), nil) }`:                                            0,
		`func main() { port := flag.String("port", "4003", ""); flag.Parse(); http.ListenAndServe(":"+*port, nil) }`: 0,
		"const port = \":4004\"\n\nfunc main() { http.ListenAndServe(port, nil) }":                                   0,
		`func main() { p := os.Getenv("PORT"); if p == "" { p = "4005" }; http.ListenAndServe(":"+p, nil) }`:         0,
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"go.mod":  "module example.com/shop\n\ngo 1.24\n",
			"main.go": "package main\n\nimport (\n\t\"flag\"\n\t\"net/http\"\n\t\"os\"\n\n\t\"github.com/gofiber/fiber/v2\"\n)\n\n" + body + "\n",
		}, ".", "")
		if got := projectAddress(p).Fixed; got != want {
			t.Errorf("%s: fixed at %d, want %d", body, got, want)
		}
	}
}
