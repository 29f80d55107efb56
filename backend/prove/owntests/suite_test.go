package owntests

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/universalbuild"
)

func plan(language, system, folder string) universalbuild.UniversalBuild {
	return universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{ProjectName: "shop", Language: language, BuildSystem: system, Path: folder},
		Build:    universalbuild.Build{Workdir: "/app", Context: "."},
	}
}

func tree(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

func found(files map[string]string, d universalbuild.UniversalBuild) Suite {
	return Find(tree(files), slices.Sorted(maps.Keys(files)), []universalbuild.UniversalBuild{d})[0]
}

func TestFind(t *testing.T) {
	script := func(line string) map[string]string {
		return map[string]string{"package.json": `{"scripts": {"test": "` + line + `"}}`}
	}
	for name, c := range map[string]struct {
		files    map[string]string
		plan     universalbuild.UniversalBuild
		command  string
		because  string
		fromRoot string // the line from the project's folder
	}{
		"Go":                    {map[string]string{"a/a_test.go": ""}, plan("go", "go", "."), "go test -json ./...", "a/a_test.go", "go test -json ./..."},
		"Go of testdata":        {map[string]string{"testdata/a_test.go": "", "vendor/x/b_test.go": ""}, plan("go", "go", "."), "", "no file ends in _test.go", ""},
		"Go in a folder":        {map[string]string{"api/a_test.go": "", "b_test.go": ""}, plan("go", "go", "api"), "go test -json ./...", "a_test.go", "cd api && go test -json ./..."},
		"a folder with a space": {map[string]string{"my api/a_test.go": ""}, plan("go", "go", "my api"), "go test -json ./...", "a_test.go", "cd 'my api' && go test -json ./..."},
		"pytest":                {map[string]string{"tests/test_a.py": "", "requirements-dev.txt": "pytest==8\n"}, plan("python", "pip", "."), "python -m pytest --junitxml=aipack-tests.xml", "requirements-dev.txt names pytest", ""},
		"Django":                {map[string]string{"shop/tests.py": "", "manage.py": ""}, plan("python", "pip", "."), "python manage.py test --noinput", "shop/tests.py, and manage.py", ""},
		"Django below":          {map[string]string{"web/shop/tests.py": "", "web/manage.py": "", "web/x/manage.py": ""}, plan("python", "pip", "."), "cd web && python manage.py test --noinput", "web/shop/tests.py, and web/manage.py", ""},
		"Angular":               {script("ng test"), plan("typescript", "npm", "."), "npm run test -- --watch=false --browsers=ChromeHeadless", "ng test", ""},
		"unittest":              {map[string]string{"test_a.py": ""}, plan("python", "pip", "."), "python -m unittest discover -v", "test_a.py", ""},
		"Python without":        {map[string]string{"latest.py": "", "contest.py": ""}, plan("python", "pip", "."), "", "no file is called", ""},
		"npm init's":            {script(`echo \"Error: no test specified\" && exit 1`), plan("javascript", "npm", "."), "", "no script called test", ""},
		"vitest":                {script("tsc && vitest"), plan("typescript", "pnpm", "."), "pnpm run test -- --run --reporter=junit --outputFile=aipack-tests.xml", "vitest", ""},
		"jest by Yarn":          {script("jest --coverage"), plan("javascript", "yarn", "."), "yarn run test --ci --json --outputFile=aipack-tests.xml", "jest", ""},
		"mocha":                 {script("mocha test"), plan("javascript", "npm", "."), "npm run test -- --reporter xunit --reporter-option output=aipack-tests.xml", "mocha", ""},
		"Node's own":            {script("node --test"), plan("javascript", "npm", "."), "NODE_OPTIONS='--test-reporter=junit --test-reporter-destination=aipack-tests.xml' npm run test", "node --test", ""},
		"another":               {script("tap"), plan("javascript", "npm", "."), "npm run test", "tap", ""},
		"no manifest":           {map[string]string{}, plan("javascript", "npm", "."), "", "package.json cannot be read", ""},
		"Rust":                  {map[string]string{"src/main.rs": "#[cfg(test)]\nmod t {\n #[tokio::test]\n async fn a() {}\n}"}, plan("rust", "cargo", "."), "cargo test --workspace --no-fail-fast", "src/main.rs", ""},
		"Rust without":          {map[string]string{"src/main.rs": "#[derive(Debug)]\nfn test() {}"}, plan("rust", "cargo", "."), "", "no source marks a test", ""},
		"Maven":                 {map[string]string{"src/test/java/A.java": "", "mvnw": ""}, plan("java", "maven", "."), "sh ./mvnw -B test", "src/test/java/A.java", ""},
		"Gradle":                {map[string]string{"app/src/test/kotlin/A.kt": ""}, plan("kotlin", "gradle", "."), "gradle --no-daemon test", "A.kt", ""},
		"not known":             {map[string]string{}, plan("cobol", "cobol", "."), "", "does not know", ""},
	} {
		s := found(c.files, c.plan)
		if s.Command != c.command || !strings.Contains(s.Because, c.because) || s.Service != "shop" {
			t.Errorf("%s: %+v", name, s)
		}
		if got := s.Line("."); c.fromRoot != "" && got != c.fromRoot {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestStage: the build stage has what only tests need, and the plan itself stays.
func TestStage(t *testing.T) {
	d := plan("javascript", "npm", ".")
	d.Build.PreBuildCommands = []string{"npm ci --omit=dev", "pnpm install --frozen-lockfile --prod", "uv sync --frozen --no-dev", "poetry install --only main --no-root", "composer install --no-dev -o", "bundle config set without development"}
	d.Build.BuildCommands = []string{"npm run build -- --production-source-maps", "npm prune --omit=dev"}
	d.Build.Environment = map[string]string{"NODE_ENV": "production", "PORT": "1"}
	before := slices.Clone(d.Build.PreBuildCommands)
	got := forTests(d).Build
	want := []string{"npm ci", "pnpm install --frozen-lockfile", "uv sync --frozen", "poetry install --no-root", "composer install -o"}
	if !slices.Equal(got.PreBuildCommands, want) || !slices.Equal(got.BuildCommands, []string{"npm run build -- --production-source-maps"}) || len(got.Environment) != 1 {
		t.Errorf("%+v", got)
	}
	if !slices.Equal(d.Build.PreBuildCommands, before) || len(d.Build.Environment) != 2 {
		t.Errorf("the plan changed: %+v", d.Build)
	}
	py := plan("python", "pip", ".")
	py.Build.PreBuildCommands, py.Build.Manifests = []string{"python -m venv /app/.venv", "pip install -r requirements.txt"}, []string{"requirements.txt"}
	s := found(map[string]string{"test_a.py": "", "requirements.txt": "flask", "requirements/test.txt": "pytest"}, py)
	if got := s.Plan.Build; !slices.Equal(got.Manifests, []string{"requirements.txt", "requirements/test.txt"}) || got.PreBuildCommands[2] != "pip install -r requirements/test.txt" {
		t.Errorf("%+v", got)
	}
	s = found(map[string]string{"test_a.py": "", "requirements.txt": "pytest"}, py)
	if len(s.Plan.Build.PreBuildCommands) != 2 {
		t.Errorf("installed twice: %v", s.Plan.Build.PreBuildCommands)
	}
}

// TestRead: reports as their tools document them.
func TestRead(t *testing.T) {
	goSays := `{"Action":"start","Package":"x/shop"}
{"Action":"pass","Package":"x/shop","Test":"TestA"}
{"Action":"output","Package":"x/shop","Test":"TestB","Output":"    shop_test.go:12: wrong\n"}
{"Action":"fail","Package":"x/shop","Test":"TestB"}
{"Action":"skip","Package":"x/shop","Test":"TestC"}
{"Action":"fail","Package":"x/shop"}
`
	suites := `<?xml version="1.0"?><testsuites><testsuite name="pytest">
<testcase classname="tests.test_a" name="test_ok"/><testcase classname="tests.test_a" name="test_skip"><skipped message="later"/></testcase>
<testcase classname="tests.test_a" name="test_bad"><failure message="assert 1 == 2">def test_bad():
&gt;   assert 1 == 2
tests/test_a.py:7: AssertionError</failure></testcase></testsuite></testsuites>`
	jestSays := `{"testResults":[{"name":"/app/a.test.js","status":"failed","assertionResults":[{"fullName":"adds","status":"passed"},{"fullName":"breaks","status":"failed","failureMessages":["no"],"location":{"line":4}},{"fullName":"later","status":"pending"}]},{"name":"/app/b.test.js","status":"failed","message":"cannot load","assertionResults":[]}]}`
	type shape struct {
		state                   State
		counted                 bool
		passed, failed, skipped int
		first                   string // its failure
	}
	for name, c := range map[string]struct {
		reads  func(string, map[string][]byte) Result
		exit   int
		late   bool
		output string
		files  map[string]string
		want   shape
	}{
		"go test":           {goEvents, 1, false, goSays, nil, shape{Failed, true, 1, 1, 1, "x/shop.TestB shop_test.go:12"}},
		"it does not build": {goEvents, 1, false, `{"ImportPath":"x [x.test]","Action":"build-output","Output":"./a.go:1:2: no\n"}` + "\n" + `{"Action":"fail","Package":"x","FailedBuild":"x [x.test]"}`, nil, shape{Failed, true, 0, 1, 0, "x ./a.go:1"}},
		"junit":             {junit, 1, false, "", map[string]string{"aipack-tests.xml": suites}, shape{Failed, true, 1, 1, 1, "tests.test_a.test_bad tests/test_a.py:7"}},
		"surefire's":        {junit, 0, false, "", map[string]string{"target/surefire-reports/TEST-A.xml": `<testsuite><testcase name="a"/></testsuite>`, "pom.xml": suites}, shape{Passed, true, 1, 0, 0, ""}},
		"unittest ran none": {unittest, 5, false, "Ran 0 tests in 0.000s\n\nNO TESTS RAN\n", nil, shape{NotFound, true, 0, 0, 0, ""}},
		"Django's ran none": {unittest, 0, false, "Found 0 test(s).\nRan 0 tests in 0.000s\n\nOK\n", nil, shape{NotFound, true, 0, 0, 0, ""}},
		"pytest found none": {junit, 5, false, "collected 0 items\n\n===== no tests ran in 0.01s =====\n", map[string]string{"aipack-tests.xml": "<testsuites/>"}, shape{NotFound, true, 0, 0, 0, ""}},
		"no Chrome":         {exitAlone, 1, false, "ERROR [launcher]: No binary for Chrome browser on your platform.\n", nil, shape{NotHere, false, 0, 0, 0, ""}},
		"no XML":            {junit, 1, false, "boom", map[string]string{"aipack-tests.xml": "<<"}, shape{Failed, false, 0, 0, 0, ""}},
		"jest":              {jest, 1, false, "", map[string]string{"aipack-tests.xml": jestSays}, shape{Failed, true, 1, 2, 1, "breaks a.test.js:4"}},
		"unittest": {unittest, 1, false, "FAIL: test_a (t.T.test_a)\n---\nTraceback (most recent call last):\n  File \"/app/t.py\", line 3, in test_a\nAssertionError\n\n=====\n" +
			"Ran 4 tests in 0.01s\n\nFAILED (failures=1, skipped=1)\n", nil, shape{Failed, true, 2, 1, 1, "test_a (t.T.test_a) t.py:3"}},
		"cargo":            {cargo, 101, false, "test a::ok ... ok\ntest a::bad ... FAILED\nthread 'a::bad' panicked at src/main.rs:9:5:\nno\ntest result: FAILED. 1 passed; 1 failed; 2 ignored; 0 measured\n", nil, shape{Failed, true, 1, 1, 2, "a::bad src/main.rs:9"}},
		"exit alone":       {exitAlone, 0, false, "", nil, shape{Passed, false, 0, 0, 0, ""}},
		"no runner":        {exitAlone, 127, false, "sh: 1: jest: not found", nil, shape{NotHere, false, 0, 0, 0, ""}},
		"no network":       {junit, 1, false, "Could not transfer artifact org.x:y", nil, shape{NotHere, false, 0, 0, 0, ""}},
		"too slow":         {exitAlone, 137, true, "", nil, shape{Late, false, 0, 0, 0, ""}},
		"passed, but fell": {goEvents, 2, false, `{"Action":"pass","Package":"x","Test":"TestA"}`, nil, shape{Failed, true, 1, 0, 0, ""}},
	} {
		files := map[string][]byte{}
		for name, text := range c.files {
			files[name] = []byte(text)
		}
		r := Suite{Plan: plan("go", "go", "."), reads: c.reads}.read(c.exit, c.late, c.output, files)
		got := shape{r.State, r.Counted, r.Passed, r.Failed, r.Skipped, ""}
		if len(r.Failures) > 0 {
			f := r.Failures[0]
			got.first = f.Name + " " + f.File + ":" + strconv.Itoa(f.Line)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
		if r.Words() == "" || r.Failures == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// FuzzReports: whatever tests print, reading it ends.
func FuzzReports(f *testing.F) {
	f.Add(`{"Action":"fail","Package":"x","Test":"A"}`, `<testsuite><testcase/></testsuite>`)
	f.Add("Ran 1 test in 0s\nFAILED (failures=9)", `{"testResults":[{}]}`)
	f.Fuzz(func(t *testing.T, output, file string) {
		for _, reads := range []func(string, map[string][]byte) Result{goEvents, junit, jest, unittest, cargo} {
			r := Suite{reads: reads}.read(1, false, output, map[string][]byte{report: []byte(file)})
			if len(r.Failures) > mostFailures {
				t.Errorf("%d failures are told", len(r.Failures))
			}
		}
	})
}

// TestWordsOfWhatRanBeside: data services are named, and those that did not start.
func TestWordsOfWhatRanBeside(t *testing.T) {
	for want, r := range map[string]Result{
		"tests: 4 passed, beside postgres and redis":                   {State: Passed, Counted: true, Passed: 4, Beside: []string{"postgres", "redis"}},
		"tests: 1 failed, 3 passed, beside redis; mysql did not start": {State: Failed, Counted: true, Failed: 1, Passed: 3, Beside: []string{"redis"}, Absent: []string{"mysql"}},
		"the tests failed; mysql did not start":                        {State: Failed, Absent: []string{"mysql"}},
	} {
		if got := r.Words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestBetter: of two runs the one that passed counts, then the one in which more passed; the
// first where they are alike.
func TestBetter(t *testing.T) {
	left, passed, few, many := Result{State: Passed, Passed: 1, Skipped: 1}, Result{State: Passed, Passed: 2}, Result{State: Failed, Passed: 1}, Result{State: Failed, Passed: 2, Skipped: 1}
	for _, c := range []struct {
		r, than Result
		want    bool
	}{{passed, many, true}, {passed, passed, false}, {many, passed, false}, {many, few, true}, {few, many, false}, {few, few, false}, {left, Result{State: Failed, Passed: 1, Failed: 1}, false}, {passed, Result{State: Failed, Passed: 1, Failed: 1}, true}, {few, Result{State: NotHere}, true}} {
		if c.r.better(c.than) != c.want {
			t.Errorf("%+v better than %+v: %v", c.r, c.than, !c.want)
		}
	}
}
