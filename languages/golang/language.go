// Package golang knows Go: which commands a module has, which of them serves
// and where, what it takes into its image. It reads sources and runs nothing.
// It offers Language.
package golang

import (
	"aipack/backend/language"
	"aipack/backend/language/version"
)

// Language is the go command: modules, workspaces and folders from before modules.
var Language = language.Language{
	ID:         "go",
	Name:       "Go",
	Extensions: []string{".go"},
	Manifests: []language.Manifest{
		{Name: "go.mod", Priority: 1},
		{Name: "go.work", Priority: 2},
		{Name: "go.sum", Priority: 3, Lock: true},
		{Name: "go.work.sum", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "go", Name: "Go modules",
		Files:  []string{"go.mod", "go.sum", "go.work", "go.work.sum"},
		Caches: []string{"/go/pkg/mod", "/root/.cache/go-build"},
		Practices: language.Practices{
			BuildImage: "golang:1.26-bookworm", RuntimeImage: "debian:bookworm-slim",
			Build:     []string{"go mod download", `go build -trimpath -ldflags="-s -w" -o /out/ ./cmd/app`},
			Test:      []string{"go vet ./...", "go test ./..."},
			Caches:    []string{"/go/pkg/mod", "/root/.cache/go-build"},
			Artifacts: []string{"/out/app"},
			Ports:     []int{8080},
			Health:    "/healthz",
			Notes: []string{
				"Copy go.mod and go.sum and download before the sources come, so that the modules' layer is kept.",
				"CGO_ENABLED=0 gives a static binary; a module that needs cgo (go-sqlite3, confluent-kafka-go) must be built with it on.",
				"debian:bookworm-slim keeps a shell for the health check; a distroless image is smaller and cannot run one.",
				"A program that speaks TLS to others needs ca-certificates; one that knows time zones needs zoneinfo.",
			},
		},
	}},
	Frameworks: frameworks,
	Natives: []language.Native{
		{Needs: []string{"github.com/h2non/bimg", "github.com/davidbyttow/govips*"}, Build: []string{"libvips-dev", "pkg-config"}, Runtime: []string{"libvips42"}},
		{Needs: []string{"github.com/otiai10/gosseract*"}, Build: []string{"libtesseract-dev", "libleptonica-dev"},
			Runtime: []string{"libtesseract5", "tesseract-ocr-eng"}},
		{Needs: []string{"gocv.io/x/gocv"}, Build: []string{"libopencv-dev", "pkg-config"}, Runtime: []string{"libopencv-dev"}},
		{Needs: []string{"github.com/google/gopacket"}, Build: []string{"libpcap-dev"}, Runtime: []string{"libpcap0.8"}},
		{Needs: []string{"gopkg.in/gographics/imagick*"}, Build: []string{"libmagickwand-dev", "pkg-config"}, Runtime: []string{"libmagickwand-6.q16-6"}},
		{Needs: []string{"github.com/pebbe/zmq4"}, Build: []string{"libzmq3-dev", "pkg-config"}, Runtime: []string{"libzmq5"}},
		{Needs: []string{"github.com/linxGnu/grocksdb", "github.com/tecbot/gorocksdb"}, Build: []string{"librocksdb-dev"}, Runtime: []string{"librocksdb7.8"}},
		{Needs: []string{"github.com/libgit2/git2go*"}, Build: []string{"libgit2-dev", "pkg-config"}, Runtime: []string{"libgit2-1.5"}},
		{Needs: []string{"github.com/chromedp/chromedp", "github.com/go-rod/rod"}, Runtime: []string{"chromium"}},
		{Needs: []string{"github.com/go-git/go-git*"}, Runtime: []string{"git"}},
	},
	Execs: []language.Pattern{`\bexec\.Command(?:Context\(\s*\w+(?:\.\w+\(\))?\s*,|\()\s*"([\w.+-]+)"`}, // pkg.go.dev/os/exec
	EnvReads: []language.Pattern{
		`\bos\.Getenv\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)[^;{}="]{0,20}if\s+\w+\s*==\s*""\s*\{\s*\w+\s*=\s*"([^"\n]*)"`,
		`\bcmp\.Or\(\s*os\.Getenv\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)\s*,\s*"([^"\n]*)"`,
		`\bos\.(?:Getenv|LookupEnv)\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
		`\b\w*(?i:env)(?:\w*(?:[^x\W]|[^i\W]x))?\(\s*"([A-Z][A-Z0-9_]*)"\s*(?:,\s*"?([^"\n,)]*)"?\s*)?\)`,
		"\\b(?:env|envconfig):\"([A-Z][A-Z0-9_]*)[^\"`]*\"(?:[^`\\n]*?\\b(?:envDefault|default):\"([^\"`\\n]*)\")?",
		`\b(?:must|Must|require|Require)[A-Z]\w*\(\s*"([A-Z][A-Z0-9_]{2,})"\s*\)`,
		"\\bmapstructure:\"([A-Z][A-Z0-9_]{3,})\"",
		`\bEnvVars:\s*\[\]string\{\s*"([A-Z][A-Z0-9_]*)"`,
		`\.BindEnv\(\s*"[^"\n]*"\s*,\s*"([A-Z][A-Z0-9_]*)"`,
	},
	PortUses: []language.Pattern{
		`\bListenAndServe(?:TLS)?\(\s*"[^"\n]*:(\d{2,5})"`,
		`\bAddr:\s*"[^"\n]*:(\d{2,5})"`,
		`\.(?:Run|Start|StartTLS|Listen|ListenTLS|RunTLS|StartServer)\(\s*"[^"\n]*:(\d{2,5})"`,
		`\bListen\(\s*"(?:tcp|udp)[46]?"\s*,\s*"[^"\n]*:(\d{2,5})"`,
		`(?i)\bcmp\.Or\(\s*os\.Getenv\(\s*"[A-Z_]*PORT"\s*\)\s*,\s*"(\d{2,5})"`,
		`(?i)\b\w*env\w*\(\s*"[A-Z_]*PORT"\s*,\s*"?:?(\d{2,5})"?\s*\)`,
		"(?i)\\benv(?:config)?:\"[A-Z_]*PORT\"[^`\\n]*?default:\"(\\d{2,5})\"",
		`(?i)\b(?:http|listen|server|default|app|web|api|grpc)?_?(?:port|addr|address)\b\s*(?:string|int|uint16)?\s*:?=\s*"?(?:[^"\n:]*:)?(\d{2,5})"?\s*(?://.*)?$`,
		`(?i)\bflag\.(?:String|Int|StringVar|IntVar)\((?:[^,\n]*,\s*)?"(?:http-?|listen-?|server-?)?(?:port|addr|address|listen|bind)"\s*,\s*"?(?:[^"\n,]*:)?(\d{2,5})\b`,
		`(?i)\bviper\.SetDefault\(\s*"[^"\n]*port"\s*,\s*"?:?(\d{2,5})"?`,
		`\biris\.Addr\(\s*"[^"\n]*:(\d{2,5})"`,
	},
	// A route is registered with its handler; what is called with a path alone, or
	// with a context or a place for the answer, asks another program.
	Routes: []language.Pattern{
		`\.(?:GET|Get|HandleFunc|Handle|Any|All|Use|Group)\(\s*"(?:GET )?(/[^"\s]*)"\s*,\s*(?:[^n&c\s]|n(?:[^i]|i[^l])|c(?:[^t]|t[^x])|$)`,
		`\bNSRouter\(\s*"(/[^"\s]*)"\s*,\s*&`,                                                                 // of Beego's namespaces
		`\.(?:Router|Route)\(\s*"(/[^"\s]*)"\s*,\s*(?:&\w|"[^"\n]*GET|http\.Method)`,                          // Beego; Macaron, Flamego: with their methods
		`\.(?:HandlerFunc|Handler|Handle|Method|MethodFunc)\(\s*(?:http\.MethodGet|"GET")\s*,\s*"(/[^"\s]*)"`, // httprouter's and chi's, by method
		`\.Match\(\s*\[\]string\{[^}]*\}\s*,\s*"(/[^"\s]*)"`,
		`\.To\(\s*"(?:[A-Z]+,)*GET(?:,[A-Z]+)*"\s*,\s*"(/[^"\s]*)"`,                 // ozzo-routing's
		`\bmiddleware\.Heartbeat\(\s*"(/[^"\s]*)"`,                                  // chi's
		`\.Path\(\s*"(/[^"\s]*)"\s*\)(?:\.Methods\([^)\n]*\))?\.Handler(?:Func)?\(`, // gorilla/mux', put together by calls
	},
	Workspace:      workspace,
	Claim:          claim,
	Dependencies:   atModule(dependencies),
	Version:        atModule(versionOf),
	DefaultVersion: "1.26",
	ImageVersion:   version.Image("golang"),
	Framework:      atModule(framework),
	Start:          atModule(start),
	Port:           atModule(portOf),
	Address:        atModule(projectAddress),
	Health:         atModule(health),
	Variables:      atModule(variables),
	Sources:        atModule(madeOf),
	SignsIn:        signsIn,
	Recipe:         atModule(recipe),
}
