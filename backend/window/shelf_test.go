package window

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/model/hardware"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/model/modelfile"
	"aipack/backend/model/modelfile/gguftest"
	"aipack/backend/model/modelfile/hubtest"
	"aipack/backend/window/models/files"
	"aipack/backend/window/page"
)

// standing waits until a download is in a state.
func standing(t *testing.T, a *App, want string) files.DownloadRow {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		rows, err := a.Downloads.List()
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) == 1 && rows[0].State == want && (want != "downloading" || rows[0].Done > 0) {
			return rows[0]
		}
		if time.Now().After(end) {
			t.Fatalf("no download is %s: %+v", want, rows)
		}
	}
}

// TestADownloadOutlivesTheWindow: it goes on while nobody looks, survives the
// end of the program, and is at the next start where it was.
func TestADownloadOutlivesTheWindow(t *testing.T) {
	data := hubtest.Tiny(t)
	t.Setenv("HF_ENDPOINT", hubtest.ServeHalting(t, data))
	dir := t.TempDir()
	const id = "me/models/tiny.gguf"
	first, p := opened(t, dir)
	if got, err := first.Downloads.Start(id); err != nil || got != "own:tiny.gguf" {
		t.Fatal(got, err)
	}
	row := standing(t, first, "downloading")
	if row.ID != "own:tiny.gguf" || row.Total != int64(len(data)) || row.Error != nil {
		t.Errorf("%+v", row)
	}
	first.Close()
	second, q := opened(t, dir)
	done := standing(t, second, "done")
	if done.Done != int64(len(data)) {
		t.Errorf("%+v", done)
	}
	files, err := second.LocalModels.Files()
	if err != nil || len(files.Models) != len(modelfile.Catalogue())+1 || own(files).State != "ready" || !own(files).Own || files.Recommended == "" || files.Why == "" {
		t.Errorf("%+v, %v", files, err)
	}
	if got, err := second.LocalModels.Check(done.ID); err != nil || !got.OK {
		t.Errorf("%+v, %v", got, err)
	}
	for end := time.Now().Add(10 * time.Second); p.downloads() == 0 || q.downloads() == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the page was never told")
		}
	}
	if err := second.Downloads.Dismiss(done.ID); err != nil {
		t.Fatal(err)
	}
	if err := second.LocalModels.Remove(done.ID); err != nil {
		t.Fatal(err)
	}
	if files, err = second.LocalModels.Files(); err != nil || len(files.Models) != len(modelfile.Catalogue()) {
		t.Errorf("%d models, %v", len(files.Models), err)
	}
}

// own is the last of the list, where the user's files stand.
func own(files files.ModelFiles) files.ModelFile { return files.Models[len(files.Models)-1] }

func TestPauseAndCancelInTheWindow(t *testing.T) {
	t.Setenv("HF_ENDPOINT", hubtest.ServeHalting(t, hubtest.Tiny(t)))
	a, _ := opened(t, t.TempDir())
	if _, err := a.Downloads.Start("me/models/tiny.gguf"); err != nil {
		t.Fatal(err)
	}
	id := standing(t, a, "downloading").ID
	if err := a.Downloads.Pause(id); err != nil {
		t.Fatal(err)
	}
	if row := standing(t, a, "paused"); row.Done == 0 {
		t.Errorf("%+v", row)
	}
	if _, err := a.Downloads.Start(id); err != nil { // "Go on" knows the id alone
		t.Fatal(err)
	}
	standing(t, a, "done")
	if err := a.LocalModels.Remove(id); err != nil {
		t.Fatal(err)
	}
	if err := a.Downloads.Dismiss(id); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HF_ENDPOINT", hubtest.ServeHalting(t, hubtest.Tiny(t)))
	if _, err := a.Downloads.Start("me/models/tiny.gguf"); err != nil {
		t.Fatal(err)
	}
	standing(t, a, "downloading")
	if err := a.Downloads.Pause(id); err != nil {
		t.Fatal(err)
	}
	if err := a.Downloads.Cancel(id); err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(a.files.Shelf.Dir, "*.part*"))
	if rows, err := a.Downloads.List(); err != nil || len(rows) != 0 || len(left) != 0 {
		t.Errorf("%+v, %v, left behind %q", rows, err, left)
	}
	if _, err := a.Downloads.Start("gpt-5"); page.FaultOf(err).Code != "MODEL_NOT_FOUND" {
		t.Errorf("%v", err)
	}
}

func TestAModelOfOnesOwn(t *testing.T) {
	a, _ := opened(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "mine.gguf")
	if err := gguftest.Write(path, gguftest.Tiny()); err != nil {
		t.Fatal(err)
	}
	asked := ""
	a.Page.Frame.PickFile = func(string) (string, error) { return asked, nil }
	if m, err := a.LocalModels.Import("", true); err != nil || m.ID != "" {
		t.Errorf("cancelled: %+v, %v", m, err)
	}
	asked = path
	if m, err := a.LocalModels.Import("", true); err != nil || m.Path != path || !m.InPlace || m.Architecture != "qwen2" {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := a.LocalModels.Import(os.Args[0], false); page.FaultOf(err).Code != "SYNTAX_ERROR" || page.FaultOf(err).Hint == "" {
		t.Errorf("a program: %v", err)
	}
	if err := a.LocalModels.Remove("own:mine.gguf"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("the user's file is gone: %v", err)
	}
}

func TestHardwareIsSaidInWords(t *testing.T) {
	a, _ := opened(t, t.TempDir())
	a.machine.Look = func(context.Context) (hardware.Picture, hardware.Decision) {
		p := hardware.Picture{CPU: hardware.CPU{Model: "Test CPU", Physical: 4, Threads: 8}, Memory: hardware.Memory{Total: 16 << 30, Usable: 12 << 30}}
		return p, hardware.Decide(p, []hardware.Device{{Name: "Vulkan0", Description: "A card", Type: "gpu", Free: 7 << 30, Total: 8 << 30}, {Name: "CPU", Type: "cpu"}}, "")
	}
	h, err := a.LocalModels.Hardware()
	if err != nil || h.Backend != "vulkan" || len(h.Devices) != 2 || !h.Devices[0].Chosen || h.InferenceThreads != 3 || h.EngineProblem != nil || !strings.Contains(h.Why[0], "A card through Vulkan") {
		t.Errorf("%+v, %v", h, err)
	}
	files, err := a.LocalModels.Files()
	if err != nil || files.Recommended != "qwen3.5-9b" || !strings.Contains(files.Why, "fits whole on A card") {
		t.Errorf("%s: %s, %v", files.Recommended, files.Why, err)
	}
}

// TestMissingLibrariesAreSaidInWords: what is missing and what to do stand in a
// sentence, the folders apart from it.
func TestMissingLibrariesAreSaidInWords(t *testing.T) {
	a, _ := opened(t, t.TempDir())
	empty := t.TempDir()
	t.Setenv("LLAMA_LIB_DIR", empty)
	h, err := a.LocalModels.Hardware()
	if err != nil || h.EngineProblem == nil || !slices.Equal(h.Looked, []string{empty}) || !strings.Contains(h.EngineProblem.Message, "LLAMA_LIB_DIR") || h.Engine != "" {
		t.Errorf("%+v, %v", h, err)
	}
	o, err := a.Onboarding.State()
	if err != nil {
		t.Fatal(err)
	}
	if e := o.Options[0]; e.Found || !slices.Equal(e.Looked, []string{empty}) || !strings.HasPrefix(e.Detail, "This does not work yet: ") || strings.Count(e.Detail, "/") > strings.Count(empty, "/") {
		t.Errorf("%+v", e)
	}
}

// TestAHangingDriverHoldsNothingUp: the first steps are shown without waiting
// for a driver that does not answer.
func TestAHangingDriverHoldsNothingUp(t *testing.T) {
	a, _ := opened(t, t.TempDir())
	stop := make(chan struct{})
	a.machine.Look = func(context.Context) (hardware.Picture, hardware.Decision) {
		<-stop
		return hardware.Picture{}, hardware.Decision{Backend: "cpu"}
	}
	o, err := a.Onboarding.State()
	if err != nil || o.Options[0].ID != "embedded" || !o.Options[0].Found || o.Model == "" {
		t.Errorf("%+v, %v", o.Options, err)
	}
	close(stop)
	<-a.machine.Known()
}

func TestFirstStepsAreRemembered(t *testing.T) {
	dir := served.Alone(t, served.Nowhere)
	t.Setenv("OPENAI_API_KEY", "sk-of-a-test")
	a, _ := opened(t, dir)
	o, err := a.Onboarding.State()
	if err != nil || !o.Needed || o.Step != 1 || o.Choice != "" || o.Model == "" || len(o.Options) != 4 {
		t.Fatalf("%+v, %v", o, err)
	}
	for i, want := range []struct {
		id    string
		ready bool
	}{{"embedded", false}, {"ollama", false}, {"cloud", true}, {"rules", true}} {
		if got := o.Options[i]; got.ID != want.id || got.Ready != want.ready || got.Detail == "" || got.Models == nil || got.KeyNames == nil {
			t.Errorf("%+v", got)
		}
	}
	if got := o.Options[2].KeyNames; len(got) != 1 || got[0] != "OPENAI_API_KEY" || !strings.Contains(o.Rule, "OPENAI_API_KEY") {
		t.Errorf("%q, %s", got, o.Rule)
	}
	if err := a.Onboarding.Save("embedded", "qwen2.5-coder-3b", 2); err != nil {
		t.Fatal(err)
	}
	a.Close()
	again, _ := opened(t, dir)
	if o, err = again.Onboarding.State(); err != nil || !o.Needed || o.Step != 2 || o.Choice != "embedded" || o.Model != "qwen2.5-coder-3b" {
		t.Errorf("%+v, %v", o, err)
	}
	if s, err := again.Settings.Current(); err != nil || s.Provider != "embedded" || s.Mode != "full" || s.Of("embedded").Model != "qwen2.5-coder-3b" {
		t.Errorf("%+v, %v", s, err)
	}
	if err := again.Onboarding.Save("rules", "", 1); err != nil {
		t.Fatal(err)
	}
	if s, err := again.Settings.Current(); err != nil || s.Mode != "static" {
		t.Errorf("%+v, %v", s, err)
	}
	if o, err = again.Onboarding.State(); err != nil || o.Needed {
		t.Errorf("%+v, %v", o, err)
	}
	if err := again.Onboarding.Save("magic", "", 1); page.FaultOf(err).Code != "WRONG_USE" {
		t.Errorf("%v", err)
	}
}
