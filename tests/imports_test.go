package tests

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// may lists, for each package, the only aipack packages it may import.
// Reading it top to bottom is reading the program left to right.
var may = map[string]string{
	// facts
	"backend/base/bounded":             "",
	"backend/base/bounded/boundedtest": "",
	"backend/universalbuild":           "base/bounded",
	"backend/base/event":               "",
	"backend/base/fault":               "",
	"backend/base/finding":             "",
	"backend/base/atomicfile":          "",
	"backend/base/gctune":              "",
	"backend/base/filelock":            "",
	"backend/base/jsonl":               "",
	"backend/base/literal":             "",
	"backend/base/linesum":             "",
	"backend/base/worker":              "",
	"backend/base":                     "",
	"backend/base/appdir":              "",
	"backend/base/tokens":              "",
	"backend/base/plural":              "",
	"backend/base/settings":            "",
	// readers
	"backend/repo/generated":                   "",
	"backend/repo/gitindex":                    "",
	"backend/repo":                             "base/bounded base/fault manifest/lockfile repo/generated repo/gitindex",
	"backend/repo/repotest":                    "",
	"backend/secret":                           "",
	"backend/secret/credential":                "repo universalbuild",
	"backend/secret/credential/credentialtest": "",
	"backend/secret/conceal":                   "secret/credential",
	"backend/secret/leak":                      "repo repo/generated secret/conceal secret/credential universalbuild",
	"backend/secret/conceal/concealtest":       "secret/credential/credentialtest",
	"backend/model":                            "",
	"backend/model/llm":                        "base/fault",
	"backend/model/llm/script":                 "model/llm",
	"backend/model/llm/script/served":          "model/llm model/llm/script",
	"backend/model/llm/fence":                  "",
	"backend/model/llm/redact":                 "secret/conceal secret/leak model/llm model/llm/fence",
	"backend/model/llm/failover":               "model/llm base/event",
	"backend/model/llm/keys":                   "base/atomicfile",
	"backend/model/llm/recording":              "model/llm base/atomicfile",
	"backend/model/llm/allowance":              "model/llm",
	"backend/model/llm/spending":               "base/jsonl base/atomicfile",
	"backend/model/llm/testresults":            "base/jsonl model/llm",
	"backend/model/llm/server":                 "",
	"backend/model/llm/selector":               "model/llm model/llm/keys model/llm/server base/fault",
	// readers of manifests
	"backend/manifest/lenient":     "base/bounded",
	"backend/manifest/keyvalue":    "",
	"backend/manifest/quoted":      "",
	"backend/manifest/buildscript": "",
	"backend/manifest/pysource":    "",
	"backend/manifest/npm":         "base/bounded manifest/lenient",
	"backend/manifest/staticsite":  "base/bounded manifest/lenient",
	"backend/manifest/pypi":        "base/bounded manifest/lenient manifest/keyvalue manifest/pysource",
	"backend/manifest/cran":        "manifest/lenient manifest/pysource manifest/pypi",
	"backend/manifest/juliapkg":    "base/bounded manifest/lenient",
	"backend/manifest/maven":       "manifest/lenient",
	"backend/manifest/gradle":      "base/bounded manifest/buildscript manifest/keyvalue",
	"backend/manifest/sbt":         "manifest/buildscript manifest/keyvalue",
	"backend/manifest/clojars":     "manifest/keyvalue",
	"backend/manifest/cargo":       "base/bounded manifest/lenient",
	"backend/manifest/gomod":       "base/bounded manifest/lenient",
	"backend/manifest/packagist":   "",
	"backend/manifest/bundler":     "manifest/quoted",
	"backend/manifest/shards":      "manifest/lenient",
	"backend/manifest/hexpm":       "base/bounded manifest/quoted",
	"backend/manifest/msbuild":     "manifest/lenient",
	"backend/manifest/pubspec":     "manifest/lenient",
	"backend/manifest/hackage":     "manifest/lenient",
	"backend/manifest/nativebuild": "",
	"backend/manifest/makefile":    "",
	"backend/manifest/justfile":    "",
	"backend/manifest/taskfile":    "manifest/lenient",
	"backend/manifest/mise":        "base/bounded",
	"backend/manifest/dockerfile":  "manifest/keyvalue",
	"backend/manifest/lockfile":    "base/bounded manifest/bundler manifest/cargo manifest/lenient manifest/packagist manifest/pypi",
	"backend/manifest/compose":     "manifest/lenient manifest/dockerfile",
	"backend/manifest/placed":      "manifest/lenient",
	"backend/manifest/kubernetes":  "manifest/placed",
	"backend/manifest/kustomize":   "manifest/placed",
	"backend/manifest/helm":        "manifest/placed",
	"backend/manifest/workflow":    "manifest/lenient",
	"backend/manifest/hosting":     "base/bounded manifest/lenient",
	// readers of sources
	"backend/code":                   "",
	"backend/code/syntax":            "",
	"backend/code/syntax/tree":       "",
	"backend/code/syntax/grammar":    "code/syntax/tree",
	"backend/code/syntax/reading":    "code/syntax code/syntax/tree",
	"backend/code/syntax/plain":      "code/syntax code/syntax/reading code/syntax/tree",
	"backend/code/syntax/reader":     "code/syntax code/syntax/plain code/syntax/reading code/syntax/tree",
	"backend/code/syntax/facts":      "code/syntax",
	"backend/code/syntax/parserpool": "base/worker code/syntax code/syntax/facts code/syntax/grammar code/syntax/reader",
	"backend/code/syntax/syntaxtest": "code/syntax code/syntax/facts code/syntax/grammar code/syntax/parserpool code/syntax/reader",
	// the providers of models
	"backend/model/llm/wire":          "model/llm",
	"backend/model/llm/wire/wiretest": "model/llm model/llm/wire",
	"backend/model/llm/openai":        "model/llm model/llm/wire model/llm/server",
	"backend/model/llm/ollama":        "model/llm model/llm/wire",
	"backend/model/llm/anthropic":     "model/llm model/llm/wire",
	"backend/model/llm/gemini":        "model/llm model/llm/wire",
	"backend/model/llm/catalogue":     "model/llm",
	// the model on this computer
	"backend/model/hardware":               "",
	"backend/model/llm/llamacpp/protocol":  "",
	"backend/model/llm/llamacpp/constrain": "",
	"backend/model/llm/llamacpp/native":    "",
	"backend/model/modelfile/gguftest":     "",
	"backend/model/llm/llamacpp/jinja":     "",
	"backend/model/llm/llamacpp/chat":      "model/llm/llamacpp/protocol model/llm/llamacpp/jinja",
	"backend/model/modelfile/gguf":         "",
	"backend/model/llm/llamacpp/inference": "base/worker model/llm/llamacpp/protocol model/llm/llamacpp/native model/llm/llamacpp/constrain model/llm/llamacpp/chat model/modelfile/gguf",
	"backend/model/llm/llamacpp":           "base/worker model/llm model/llm/llamacpp/protocol",
	"backend/model/modelfile":              "base/fault base/filelock base/atomicfile model/hardware model/modelfile/gguf",
	"backend/model/modelfile/hubtest":      "model/modelfile/gguftest",
	// the way to a model
	"backend/model/llm/gateway": "base/event base/fault base/appdir base/settings model/hardware model/modelfile model/llm model/llm/openai model/llm/ollama model/llm/anthropic model/llm/gemini model/llm/llamacpp model/llm/wire " +
		"model/llm/catalogue model/llm/selector model/llm/server model/llm/keys model/llm/failover model/llm/redact model/llm/recording model/llm/allowance model/llm/spending model/llm/testresults",
	// knowledge
	"backend/language": "base/bounded base/literal repo base/finding universalbuild manifest/dockerfile manifest/staticsite",
	// what several families of languages need
	"backend/language/signin":       "secret/credential base/finding language universalbuild",
	"backend/language/version":      "language manifest/mise base/finding",
	"backend/language/debian":       "",
	"backend/language/baseimage":    "language/debian manifest/dockerfile",
	"backend/language/shipped":      "language base/finding",
	"backend/language/nginx":        "language base/finding universalbuild",
	"backend/language/tasks":        "base/finding language manifest/dockerfile manifest/justfile manifest/makefile manifest/taskfile",
	"backend/language/sample":       "base/finding language universalbuild",
	"backend/language/node":         "base/finding language language/tasks language/version manifest/dockerfile manifest/npm",
	"backend/language/binary":       "base/finding language language/node manifest/dockerfile manifest/hosting universalbuild",
	"backend/language/languagetest": "language repo base/finding",
	// the rest of knowledge
	"backend/detect":            "",
	"backend/detect/backing":    "manifest/dockerfile",
	"backend/detect/deployment": "detect/backing language manifest/compose manifest/dockerfile manifest/hosting manifest/keyvalue manifest/kubernetes base/finding universalbuild repo manifest/helm manifest/kustomize manifest/placed",
	"backend/detect/checkout":   "base/bounded language manifest/keyvalue universalbuild",
	"backend/detect/source":     "base/literal language repo base/finding",
	"backend/detect/statement":  "detect/source language",
	"backend/detect/spelled":    "detect/statement language",
	"backend/detect/without":    "detect/source language",
	"backend/detect/routing":    "detect/source language base/finding",
	"backend/detect/configured": "detect/source base/bounded language manifest/lenient",
	"backend/detect/handed":     "detect/source detect/backing base/finding language",
	"backend/detect/written":    "detect/configured detect/source detect/backing base/finding language universalbuild",
	"backend/detect/extract":    "repo base/bounded detect/configured detect/variable detect/handed detect/source detect/statement detect/spelled detect/without detect/routing detect/deployment detect/backing language language/node manifest/lenient manifest/compose manifest/keyvalue base/finding universalbuild manifest/kubernetes",
	"backend/detect/variable":   "detect/backing language",
	"backend/detect/namecase":   "detect/source language repo universalbuild",
	// how a program learns of what runs beside it
	"backend/detect/value":  "detect/backing",
	"backend/detect/wiring": "detect/value detect/backing base/finding universalbuild",
	// who declares what in the sources, and who names whom
	"backend/code/codegraph":           "code/syntax code/syntax/facts",
	"backend/code/codecheck":           "base/bounded code/codegraph code/syntax code/syntax/facts code/syntax/parserpool",
	"backend/code/codeindex/codecache": "code/codegraph store/sqlite code/syntax code/syntax/facts",
	"backend/code/codeindex":           "code/codegraph code/codeindex/codecache base/appdir repo store/sqlite manifest/* code/syntax code/syntax/facts code/syntax/parserpool",
	// the line
	"backend/detect/scan":           "secret/conceal repo base/linesum language manifest/compose manifest/dockerfile base/finding universalbuild base/plural",
	"backend/detect/pipeline":       "base/plural detect/scan detect/extract detect/deployment detect/written language repo base/finding universalbuild base/event base/fault",
	"backend/detect/healthcheck":    "universalbuild",
	"backend/detect/phase":          "detect/pipeline detect/checkout detect/healthcheck detect/backing detect/wiring detect/value detect/written detect/scan detect/handed detect/extract detect/namecase detect/variable detect/deployment language language/baseimage language/debian manifest/dockerfile repo base/finding universalbuild base/fault base/plural",
	"backend/packaging":             "",
	"backend/model/tool":            "secret/conceal base/bounded code/briefing code/codegraph model/conversation code/syntax repo language universalbuild detect/validate manifest/makefile manifest/npm model/llm base/event base/tokens",
	"backend/model/conversation":    "model/llm base/event base/tokens",
	"backend/code/compress":         "code/syntax",
	"backend/code/briefing":         "code/codegraph code/compress code/syntax",
	"backend/code/overview":         "code/codecheck code/codegraph code/syntax code/syntax/facts repo universalbuild",
	"backend/code/codefind":         "code/codegraph code/syntax",
	"backend/code/codemap":          "code/briefing code/codefind code/codegraph code/codeindex base/tokens base/fault repo code/syntax code/syntax/facts",
	"backend/model/advise":          "manifest/lockfile secret/conceal secret/credential model/conversation model/tool detect/phase detect/pipeline detect/validate detect/scan repo prove/cause prove/patch language base/finding universalbuild model/llm model/llm/fence base/event base/fault base/settings",
	"backend/model/advise/suggest":  "model/advise prove prove/repair detect/pipeline detect/scan language repo",
	"backend/model/advise/live":     "model/advise language detect/pipeline universalbuild base/event model/llm model/llm/catalogue model/llm/gateway model/llm/selector",
	"backend/detect/validate":       "language/baseimage detect/backing secret/credential detect/value universalbuild",
	"backend/detect/analysis":       "languages detect/phase detect/pipeline detect/validate detect/scan language universalbuild",
	"backend/prove/lint":            "base/bounded manifest/dockerfile",
	"backend/prove/lint/apart":      "base/fault prove/lint base/worker",
	"backend/packaging/keep":        "base/fault base/worker",
	"backend/packaging/digest":      "detect/value packaging/export universalbuild",
	"backend/packaging/stack":       "detect/wiring detect/value detect/backing universalbuild",
	"backend/packaging/export":      "base/bounded secret/credential manifest/dockerfile repo repo/generated packaging/stack base/linesum universalbuild base/fault",
	"backend/prove/check":           "secret/credential secret/leak universalbuild prove/lint prove/sbom base/plural",
	"backend/prove/overlay":         "",
	"backend/prove/sbom":            "manifest/gomod manifest/lockfile",
	"backend/prove/osv":             "base/fault store/sqlite",
	"backend/prove/builder":         "base/fault",
	"backend/prove/ports":           "",
	"backend/prove/patch":           "",
	"backend/prove/resume":          "prove prove/repair repo store/projectdb",
	"backend/prove/cause":           "prove/patch detect/healthcheck language/debian language/version base/literal detect/backing prove/ports universalbuild",
	"backend/prove/cause/causetest": "",
	"backend/prove/unplanned":       "prove/cause prove/external prove/ports prove/tunnel universalbuild",
	"backend/prove":                 "detect/backing secret/credential repo packaging/stack packaging/export manifest/dockerfile universalbuild base/fault prove/lint prove/builder prove/ports prove/printed prove/cause prove/check prove/overlay prove/patch prove/unplanned prove/browser prove/steps prove/tunnel prove/external prove/handover prove/layer base/plural",
	"backend/prove/repair":          "base/fault packaging/export prove prove/builder prove/cause prove/patch prove/check prove/ports universalbuild detect/healthcheck detect/value language base/plural",
	"backend/prove/learned":         "base/fault prove/cause prove/repair secret/conceal secret/leak store/sqlite universalbuild",
	"backend/prove/steps":           "manifest/dockerfile",
	"backend/prove/layer":           "prove/steps",
	"backend/prove/printed":         "",
	"backend/prove/external":        "",
	"backend/prove/handover":        "prove/overlay universalbuild",
	"backend/prove/browser":         "prove/tunnel",
	"backend/prove/preview":         "prove prove/builder universalbuild base/fault",
	"backend/prove/owntests":        "base/fault detect/backing manifest/lenient manifest/npm manifest/workflow prove prove/builder prove/sandbox universalbuild",
	"backend/prove/sast":            "base/worker repo repo/generated secret/conceal",
	"backend/prove/audit":           "base/fault packaging/keep prove/osv prove/sast prove/sbom repo secret/leak store/projectdb",
	"backend/prove/gate":            "packaging/export packaging/keep prove prove/audit prove/lint prove/owntests repo secret/conceal",
	"backend/prove/sandbox":         "base/fault packaging/export prove prove/sandbox/told universalbuild",
	"backend/prove/sandbox/told":    "",
	"backend/prove/tunnel":          "",
	"backend/prove/probe":           "prove/sandbox/told prove/tunnel",
	// who talks with the user about a project
	"backend/agent/edit":       "base/fault model/conversation model/llm",
	"backend/agent/checkpoint": "agent/edit base/fault store/projectdb",
	"backend/agent/command":    "base/fault base/worker model/llm prove/printed prove/sandbox prove/sandbox/told repo secret/credential",
	"backend/agent/permission": "base/bounded secret/credential",
	"backend/agent/outside":    "base/atomicfile base/bounded base/fault base/worker model/llm model/llm/fence model/llm/keys secret/conceal",
	"backend/agent/notes":      "repo universalbuild",
	"backend/agent":            "agent/checkpoint agent/command agent/edit agent/notes agent/outside agent/permission prove prove/sandbox base/event base/fault code/briefing code/codecheck code/codegraph model/conversation model/llm model/llm/fence model/tool repo secret/conceal universalbuild base/plural",
	"backend/agent/place":      "agent/command language prove prove/builder prove/sandbox universalbuild",
	"backend/agent/trial":      "agent agent/checkpoint agent/edit agent/permission code/codeindex detect/pipeline model/evaluate model/llm model/llm/catalogue model/llm/redact model/llm/script model/tool repo store/projectdb universalbuild",
	"backend/agent/session":    "agent agent/edit agent/notes agent/permission base/fault model/conversation model/llm model/llm/fence repo store/projectdb",
	// many repositories
	"backend/fleet":        "base/filelock",
	"backend/fleet/list":   "fleet",
	"backend/fleet/clone":  "base/filelock base/worker fleet secret/conceal",
	"backend/fleet/child":  "base/worker fleet secret/conceal",
	"backend/fleet/report": "fleet",
	// beside the line
	"backend/store/sqlite/recovery": "",
	"backend/store/sqlite":          "base/filelock store/sqlite/recovery",
	"backend/store":                 "store/sqlite",
	"backend/store/projectdb":       "base/fault store/sqlite",
	"backend/cli/visible":           "",
	"backend/cli":                   "cli/visible detect/pipeline detect/scan packaging/export detect/validate prove/lint universalbuild base/event base/fault repo language base/worker base/plural",
	"backend/model/evaluate":        "code/briefing code/codegraph code/syntax code/syntax/facts prove prove/cause model/tool model/llm model/llm/script model/llm/fence model/llm/catalogue model/advise language repo detect/pipeline universalbuild",
	"backend/model/scores":          "base/jsonl model/advise model/conversation model/evaluate language model/llm model/llm/script detect/pipeline",
	"backend/cli/evaluating":        "agent/trial cli code/codegraph code/syntax/parserpool base/tokens prove model/evaluate base/fault base/appdir model/llm detect/pipeline repo model/scores",
	"backend/cli/asking":            "cli base/event model/advise model/advise/live model/advise/suggest detect/pipeline language model/llm model/llm/catalogue model/llm/gateway model/llm/failover model/llm/recording model/llm/selector",
	"backend/cli/conversing":        "prove agent agent/checkpoint agent/command agent/edit agent/notes agent/outside agent/permission agent/place agent/session cli cli/coding cli/visible base/appdir base/event base/fault code/codegraph code/overview code/syntax/parserpool language model/llm model/tool repo store/projectdb universalbuild",
	"backend/cli/provider":          "cli model/llm model/llm/selector model/llm/keys model/llm/server base/fault",
	"backend/cli/proving":           "cli cli/visible prove/owntests packaging/digest packaging/export store/projectdb model/advise/suggest prove prove/builder prove/cause prove/learned prove/patch prove/repair prove/resume prove/check prove/sbom prove/browser prove/preview prove/lint prove/lint/apart universalbuild base/appdir base/fault base/plural",
	"backend/cli/keeping":           "cli cli/visible base/appdir base/fault base/linesum packaging/digest packaging/export packaging/keep prove prove/audit prove/gate prove/lint/apart prove/owntests repo store store/projectdb universalbuild",
	"backend/cli/auditing":          "cli cli/visible base/appdir base/fault prove/osv prove/audit repo store/projectdb",
	"backend/cli/learning":          "cli cli/visible base/appdir base/atomicfile base/fault prove/learned",
	"backend/cli/fleeting":          "cli cli/visible base/appdir base/fault fleet fleet/child fleet/clone fleet/list fleet/report",
	"backend/cli/inferring":         "cli model/llm/llamacpp/inference",
	"backend/cli/coding":            "cli cli/visible code/codecheck code/codefind code/codegraph code/codeindex code/codeindex/codecache code/briefing base/tokens code/overview detect/pipeline base/fault repo base/worker code/syntax code/syntax/parserpool",
	"backend/cli/fetching":          "cli model/hardware model/modelfile base/fault",
	"backend/cli/mcp":               "secret/conceal detect/pipeline packaging/export prove prove/cause prove/check prove/repair prove/lint code/codefind code/codegraph code/codeindex manifest/dockerfile universalbuild model/llm/redact repo code/syntax base/fault",
	"backend/cli/mcp/stdio":         "base/bounded",
	"backend/cli/serving":           "cli cli/coding cli/visible code/codegraph base/fault prove/lint prove/lint/apart cli/mcp cli/mcp/stdio prove prove/repair prove/browser prove/builder repo",
	"backend/cli/history":           "cli cli/visible packaging/export base/fault store universalbuild base/atomicfile",
	// the window's side
	"backend/window/page":           "base/atomicfile base/fault store",
	"backend/window/session":        "model/llm/recording window/page packaging/digest base/event base/fault base/linesum base/settings detect/pipeline detect/validate model/advise model/llm/gateway model/llm/spending packaging/export prove/lint repo secret/credential store universalbuild",
	"backend/window/tools":          "window/page agent/outside base/fault model/llm/keys",
	"backend/window/agent":          "window/page window/session window/tools agent agent/checkpoint agent/command agent/edit agent/notes agent/permission agent/place agent/session base/event base/fault base/settings code/codecheck code/codegraph code/overview model/conversation model/llm model/llm/catalogue model/llm/gateway model/llm/spending repo model/tool prove store/projectdb universalbuild",
	"backend/window/code":           "window/page window/session base/fault base/worker code/codefind code/codegraph code/codeindex code/codeindex/codecache code/codemap code/syntax code/syntax/parserpool detect/analysis model/llm/gateway model/llm/selector model/modelfile repo",
	"backend/window/history":        "window/page window/session base/fault store universalbuild",
	"backend/window/models":         "window/page window/session base/fault base/settings model/llm model/llm/catalogue model/llm/gateway model/llm/keys model/llm/spending model/llm/selector model/llm/server model/modelfile",
	"backend/window/models/files":   "window/page base/fault model/hardware model/llm/gateway model/llm/llamacpp model/modelfile",
	"backend/window/models/measure": "window/page base/fault base/settings detect/analysis detect/pipeline model/advise model/advise/live model/llm/gateway model/llm/spending model/llm/selector model/scores",
	"backend/window/variables":      "window/page window/session base/fault model/llm/keys store universalbuild",
	"backend/window/proofs":         "base/settings detect/analysis detect/pipeline detect/scan model/advise model/advise/live model/advise/suggest model/llm/gateway model/llm/spending model/llm/recording window/page window/session packaging/digest window/variables base/fault prove prove/browser prove/builder prove/learned prove/lint prove/preview prove/repair prove/resume store universalbuild",
	"backend/window/onboarding":     "window/models/files window/page window/proofs window/session base/atomicfile base/fault base/settings model/llm/gateway model/llm/keys model/llm/llamacpp model/llm/selector model/modelfile prove/builder",
	"backend/window/openpath":       "",
	"backend/window/plan":           "window/openpath window/page window/session base/fault base/linesum detect/analysis packaging/export repo universalbuild",
	"backend/window/keep":           "window/page window/session base/fault packaging/export packaging/keep prove prove/audit prove/builder prove/gate prove/lint prove/owntests repo store store/projectdb",
	"backend/window/findings":       "window/page window/session base/fault prove/audit prove/osv repo store/projectdb",
	"backend/window/fleet":          "window/page base/fault fleet fleet/report",
	"backend/window/learning":       "window/page base/atomicfile base/fault prove/learned",
	"backend/window/program":        "window/page window/session base/event base/fault prove prove/audit prove/learned secret/conceal store store/projectdb",
	"backend/window/projects":       "window/openpath window/page base/atomicfile base/fault",
	"backend/window/runs":           "window/openpath window/page window/session base/event base/fault base/settings detect/analysis detect/pipeline detect/scan model/advise model/advise/live model/conversation model/llm model/llm/gateway model/llm/spending model/llm/recording model/llm/selector repo store",
	"backend/window/settings":       "window/page window/session base/settings",
	"backend/window":                "window/agent window/code window/findings window/fleet window/history window/keep window/learning window/models window/models/files window/models/measure window/onboarding window/page window/plan window/program window/projects window/proofs window/runs window/session window/settings window/tools window/variables agent/place base/event code/codegraph model/llm/gateway model/llm/keys model/llm/spending model/modelfile model/scores prove/lint prove/osv store universalbuild",
	// what is known
	"languages/javascript/source":    "base/finding language language/node manifest/keyvalue manifest/npm",
	"languages/javascript/workspace": "base/bounded language language/node language/version manifest/npm base/finding universalbuild",
	"languages/javascript/deno":      "language language/node language/version manifest/npm base/finding universalbuild languages/javascript/source languages/javascript/workspace",
	"languages/javascript/registry":  "language language/node language/signin",
	"languages/javascript/site":      "language language/node manifest/npm base/finding universalbuild languages/javascript/source languages/javascript/workspace",
	"languages/javascript":           family + " languages/javascript/source languages/javascript/workspace languages/javascript/registry languages/javascript/deno languages/javascript/site",
	"languages/python/alembic":       "language manifest/keyvalue manifest/pysource",
	"languages/python/buildtime":     "language",
	"languages/python/querying":      "language",
	"languages/python/commandtree":   "manifest/pysource",
	"languages/python/distribution":  "language language/version manifest/pypi",
	"languages/python/serverhost":    "language base/finding",
	"languages/python/indexes":       "language language/signin",
	"languages/python/interpreter":   "language/version universalbuild",
	"languages/python/practice":      "language languages/python/interpreter",
	"languages/python/listing":       "base/literal language",
	"languages/python/urlconf":       "language manifest/pysource",
	"languages/python/module":        "language manifest/pysource",
	"languages/python/pattern":       "language",
	"languages/python":               family + " languages/python/alembic languages/python/buildtime languages/python/commandtree languages/python/distribution languages/python/indexes languages/python/interpreter languages/python/listing languages/python/module languages/python/pattern languages/python/practice languages/python/querying languages/python/serverhost languages/python/urlconf",
	"languages/*":                    family,
	"languages":                      "language",
}

// family is what a package of languages may import: what is true of several,
// and no other family.
const family = "base/bounded secret/credential base/literal language language/version language/binary language/debian language/nginx language/node language/signin language/sample language/shipped language/tasks manifest/* base/finding universalbuild"

// TestImportsPointLeft keeps the house's map: a package imports only packages
// to its left, and only the root package and the tests here know all of them.
func TestImportsPointLeft(t *testing.T) {
	seen := map[string]bool{}
	for _, top := range []string{"backend", "languages"} {
		err := filepath.WalkDir(top, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
				return nil
			}
			pkg := path.Dir(filepath.ToSlash(p))
			seen[pkg] = true
			allowed, known := may[pkg]
			if !known && path.Dir(pkg) == "languages" {
				allowed, known = may["languages/*"]
			}
			if !known {
				t.Errorf("%s is not on the map: add it to tests/imports_test.go where it belongs", pkg)
				return nil
			}
			for _, imported := range ownImports(t, p) {
				if pkg == "languages" && path.Dir(imported) == pkg {
					continue // the list of all families
				}
				if !lets(allowed, strings.TrimPrefix(imported, "backend/")) {
					t.Errorf("%s imports %s; the map lets it import: %s", p, imported, allowed)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for pkg := range may {
		if !seen[pkg] && path.Base(pkg) != "*" {
			t.Errorf("%s is on the map and does not exist", pkg)
		}
	}
}

// lets reports whether a line of the map names a package, or with x/* all
// packages of the folder x.
func lets(allowed, pkg string) bool {
	words := strings.Fields(allowed)
	return slices.Contains(words, pkg) || slices.Contains(words, path.Dir(pkg)+"/*")
}

func ownImports(t *testing.T, file string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var own []string
	for _, i := range f.Imports {
		p := strings.Trim(i.Path.Value, `"`)
		if rest, ok := strings.CutPrefix(p, "aipack/"); ok {
			own = append(own, rest)
		}
		if strings.Contains(p, "wailsapp/wails") {
			t.Errorf("%s imports Wails; only the root package may", file)
		}
	}
	return own
}
