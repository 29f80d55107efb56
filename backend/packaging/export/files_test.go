package export_test

import (
	"errors"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/export"
	"aipack/backend/prove/lint"
	"aipack/backend/universalbuild"

	"github.com/google/go-cmp/cmp"
)

func TestFilesOfARepository(t *testing.T) {
	docs := append(shop(), edited(shop()[1], func(d *universalbuild.UniversalBuild) { d.Metadata.ProjectName = "admin" }))
	files, err := export.Files(docs, export.SetOptions{Project: "shop"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		got = append(got, f.Path+" "+f.Service)
		if strings.Contains(f.Path, "Dockerfile") {
			if found, err := lint.Check(t.Context(), []byte(f.Content)); err != nil || len(found.Findings) > 0 {
				t.Errorf("%s: %v %v", f.Path, found, err)
			}
		}
	}
	want := []string{
		"apps/api/Dockerfile api", "apps/web/Dockerfile.web web", "cmd/redis $x/Dockerfile redis", "apps/web/Dockerfile.admin admin",
		".dockerignore ", "apps/web/.dockerignore ", "cmd/redis $x/.dockerignore ", "compose.yaml ", ".env.example ", "universalbuild.json ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFilesOfOneService(t *testing.T) {
	files, err := export.Files(shop()[1:2], export.SetOptions{Format: universalbuild.YAML, Merged: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		got = append(got, f.Path)
	}
	if diff := cmp.Diff([]string{"apps/web/Dockerfile", "apps/web/.dockerignore", "universalbuild.yaml"}, got); diff != "" {
		t.Error(diff)
	}
	if again, err := universalbuild.Read([]byte(files[2].Content)); err != nil || again.Documents[0].Metadata.ProjectName != "web" {
		t.Error(again, err)
	}
}

func TestFilesNameEveryValueThatDoesNotFit(t *testing.T) {
	bad := universalbuild.UniversalBuild{Runtime: universalbuild.Runtime{
		BaseImage: "debian:12 AS x", Workdir: "app", User: "a b", Command: []string{"\x00"},
		Environment: map[string]string{"A B": "", "TWO": "a\nb"}, SystemPackages: []string{"x; id"},
		Copy: []universalbuild.Copy{{From: "../x", To: "y"}}, Ports: []universalbuild.Port{{Port: 70000}},
		Files: []universalbuild.File{{Path: "x"}}, Healthcheck: &universalbuild.Healthcheck{Command: []string{"x"}, Interval: "soon"},
	}}
	_, err := export.Files([]universalbuild.UniversalBuild{shop()[1], bad}, export.SetOptions{})
	var u export.Unwritable
	if !errors.As(err, &u) || fault.CodeOf(err) != fault.DocumentInvalid {
		t.Fatal(err)
	}
	var got []string
	for _, p := range u {
		got = append(got, p.Field)
	}
	want := []string{
		"/1/runtime/base_image", "/1/runtime/workdir", "/1/runtime/system_packages/0", "/1/runtime/user", "/1/runtime/copy/0", "/1/runtime/files/0/path",
		"/1/runtime/environment/A B", "/1/runtime/environment/TWO", "/1/runtime/ports/0/port", "/1/runtime/healthcheck/interval", "/1/runtime/command/0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLinesAndFieldsPointAtEachOther(t *testing.T) {
	text, err := export.Dockerfile(read(t, "testdata/node-service.json"), export.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.Content, "\n")
	for field, want := range map[string]string{
		"/build/build_commands/0":       "RUN --mount=type=cache,target=/root/.npm \\|    --mount=type=cache,id=orders-app-node-modules-cache,target=/app/node_modules/.cache \\|    npm run build",
		"/runtime/environment/PORT":     "    PORT=3000",
		"/runtime/environment":          "ENV NODE_ENV=production \\|    PORT=3000",
		"/build/system_packages/1":      "RUN apt-get update \\|    && apt-get install -y --no-install-recommends \\|        make \\|    && rm -rf /var/lib/apt/lists/*",
		"/runtime/ports/0/port":         "EXPOSE 3000",
		"/runtime/command/1":            `CMD ["node", "dist/server.js"]`,
		"/build/manifests/2":            "COPY package.json package-lock.json .npmrc ./",
		"/runtime/healthcheck/interval": "HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \\",
		"/runtime/files/0":              "",
	} {
		var got []string
		for _, l := range text.LinesOf(field) {
			got = append(got, lines[l-1])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q", field, got)
		}
	}
	for n, l := range lines {
		if strings.HasSuffix(l, "npm run build") && text.FieldsAt(n + 1)[0] != "/build/build_commands/0" {
			t.Errorf("line %d: %v", n+1, text.FieldsAt(n+1))
		}
	}
	if text.FieldsAt(0) != nil || text.FieldsAt(len(lines)+1) != nil {
		t.Error("lines that are not there have fields")
	}
}

func TestManifestsKeepTheirFolders(t *testing.T) {
	doc := universalbuild.UniversalBuild{
		Build: universalbuild.Build{
			BaseImage: "node:22", PreBuildCommands: []string{"npm ci"},
			Manifests: []string{"package.json", "packages/*/package.json", "prisma", "*.yaml"},
		},
		Runtime: universalbuild.Runtime{BaseImage: "node:22"},
	}
	copies := func(files []string) string {
		text, err := export.Dockerfile(doc, export.Options{Files: files})
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for l := range strings.SplitSeq(text.Content, "\n") {
			if strings.HasPrefix(l, "COPY ") && !strings.Contains(l, "--from") {
				list = append(list, strings.TrimPrefix(l, "COPY "))
			}
		}
		return strings.Join(list, "|")
	}
	known := []string{"package.json", "packages/b/package.json", "packages/a/package.json", "packages/a/x/package.json", "prisma/schema.prisma", "w.yaml"}
	if got := copies(known); got != "package.json *.yaml ./|packages/a/package.json ./packages/a/|packages/b/package.json ./packages/b/|prisma ./prisma|. ." {
		t.Error(got)
	}
	if got := copies(nil); got != ". ." {
		t.Errorf("a pattern in a folder's name without the files: %s", got)
	}
}
