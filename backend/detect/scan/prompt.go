package scan

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"aipack/backend/secret/conceal"
)

// What is shown to a model (the specification's section 7.8).
const (
	mostLanguages = 5
	mostTail      = 10
	mostRootFiles = 10
	mostKeyDirs   = 6
	wholeBytes    = 5000 // a manifest below this is shown whole
	previewLines  = 50
)

// Prompt is the inventory as a model reads it.
func (v *Inventory) Prompt() string {
	p := v.Sections()
	return p.Names + p.Manifests + p.Suggestion
}

// Sections are the parts of what a model reads. A manifest may be left out or cut
// short where there is no room; what it all comes to may not.
type Sections struct {
	Names      string // how much there is, languages, files and folders
	Manifests  string // with their contents
	Suggestion string
}

// Sections is Prompt in parts. A scan that failed has its first alone.
func (v *Inventory) Sections() (s Sections) {
	var b strings.Builder
	take := func() string {
		text := b.String()
		b.Reset()
		return text
	}
	b.WriteString("=== REPOSITORY PRE-SCAN ===\n\n")
	if v.Failure != nil {
		v.writeFailure(&b)
		return Sections{Names: take()}
	}
	fmt.Fprintf(&b, "Repository: %s files, %s directories, %s\n",
		thousands(v.Summary.Files), thousands(v.Summary.Dirs), size(v.TotalSize()))
	v.writeLanguages(&b)
	v.writeNames(&b)
	s.Names = take()
	v.writeManifests(&b)
	s.Manifests = take()
	v.writeSuggestion(&b)
	s.Suggestion = take()
	return s
}

func (v *Inventory) writeLanguages(b *strings.Builder) {
	l := v.Summary.Languages
	known := l.Known[:min(len(l.Known), mostLanguages)]
	for len(known) > 1 && known[len(known)-1].Percent < 0.5 { // "JSON (0%)" says nothing
		known = known[:len(known)-1]
	}
	writeList(b, "Languages: ", known, func(s Share) string {
		return fmt.Sprintf("%s (%.0f%%)", s.Name, s.Percent)
	})
	writeList(b, "Other extensions (top): ", l.UnknownTop, func(e Extension) string {
		return fmt.Sprintf("%s (%d)", plain(e.Name), e.Files)
	})
	if len(l.UnknownTail) > 0 {
		files := 0
		for _, e := range l.UnknownTail {
			files += e.Files
		}
		fmt.Fprintf(b, "Other extensions (long tail): %d more types, %d files total\n", len(l.UnknownTail), files)
		writeList(b, "  Sample: ", l.UnknownTail[:min(len(l.UnknownTail), mostTail)], func(e Extension) string { return plain(e.Name) })
	}
	if l.StrangeFiles > 0 {
		percent := 100 * float64(l.StrangeFiles) / float64(l.KnownFiles+l.UnknownFiles)
		if percent > v.limits.UnknownWarning {
			fmt.Fprintf(b, "Note: %.0f%% of files have unrecognized extensions - may be exotic/proprietary tech\n", percent)
		}
	}
}

func (v *Inventory) writeNames(b *strings.Builder) {
	important := v.important()
	writeList(b, "Root files: ", important[:min(len(important), mostRootFiles)], plain)
	writeList(b, "Key directories: ", v.Summary.KeyDirs[:min(len(v.Summary.KeyDirs), mostKeyDirs)], func(d KeyDir) string {
		return fmt.Sprintf("%s/ (%s)", plain(d.Path), d.Purpose)
	})
	var skipped []string
	for _, p := range v.Summary.Skipped {
		if path.Dir(p) == "." && p != ".git" {
			skipped = append(skipped, p)
		}
	}
	writeList(b, "Present but not scanned: ", skipped[:min(len(skipped), mostKeyDirs)], func(p string) string { return plain(p) + "/" })
	if len(v.Summary.Workspaces) > 0 {
		writeList(b, "Workspace: Yes (", v.Summary.Workspaces, plain, ")")
	}
}

// writeList writes one line of things, and nothing for none.
func writeList[T any](b *strings.Builder, title string, list []T, show func(T) string, end ...string) {
	if len(list) == 0 {
		return
	}
	b.WriteString(title)
	for i, x := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(show(x))
	}
	b.WriteString(strings.Join(end, "") + "\n")
}

func (v *Inventory) writeManifests(b *strings.Builder) {
	b.WriteString("\n--- MANIFEST FILES ---\n\n")
	number, more := 0, 0
	for _, m := range v.Manifests {
		switch {
		case m.Lock:
			continue
		case !m.Shown:
			more++
			continue
		}
		number++
		fmt.Fprintf(b, "%d. %s (%s, %s)\n", number, plain(m.Path), size(m.Size), m.Type)
		v.writeContent(b, m)
	}
	if more > 0 {
		fmt.Fprintf(b, "... and %d more manifests\n\n", more)
	}
}

// writeContent fences a manifest. The fence is longer than any run of
// backticks inside, so that no file ends it early.
func (v *Inventory) writeContent(b *strings.Builder, m Manifest) {
	content, note := conceal.File(m.Path, m.Content), ""
	if most := v.limits.ShownChars; most > 0 && utf8.RuneCountInString(content) > most {
		content, note = string([]rune(content)[:most]), "... (truncated)\n"
	}
	if m.Size >= wholeBytes || m.Cut {
		lines := strings.SplitAfterN(content, "\n", previewLines+1)
		content = strings.Join(lines[:min(len(lines), previewLines)], "")
		note = "... (truncated)\n"
	}
	if !strings.HasSuffix(content, "\n") {
		content += "\n"
	}
	fence := "```"
	for strings.Contains(content, fence) {
		fence += "`"
	}
	fmt.Fprintf(b, "%s%s\n%s%s%s\n\n", fence, fenceLanguage(m.Path), content, note, fence)
}

// fenceLanguage is what follows the opening fence: what the file is written
// in, "" where the name does not say.
func fenceLanguage(p string) string {
	name := strings.ToLower(path.Base(p))
	if name == "makefile" || strings.HasPrefix(name, "dockerfile") {
		return strings.SplitN(name, ".", 2)[0]
	}
	return map[string]string{
		".toml": "toml", ".json": "json", ".yaml": "yaml", ".yml": "yaml", ".xml": "xml", ".exs": "elixir", ".gradle": "groovy",
		".kts": "kotlin", ".py": "python", ".rb": "ruby", ".csproj": "xml", ".fsproj": "xml", ".vbproj": "xml",
	}[path.Ext(name)]
}

func (v *Inventory) writeSuggestion(b *strings.Builder) {
	if !v.limits.Suggest {
		return
	}
	b.WriteString("--- SUGGESTION ---\n\n")
	s := v.Suggestion
	if s == nil {
		v.writeNoSuggestion(b)
		return
	}
	fmt.Fprintf(b, "Detected: %s + %s\nConfidence: %.0f%%\nReason: %s\n", s.Language, s.BuildSystem, 100*s.Confidence, plain(s.Reason))
	if s.Variant != "" {
		fmt.Fprintf(b, "Variant: %s\n", s.Variant)
	}
	if s.Note != "" {
		fmt.Fprintf(b, "Note: %s\n", s.Note)
	}
}

// writeNoSuggestion says what there is to go by instead.
func (v *Inventory) writeNoSuggestion(b *strings.Builder) {
	b.WriteString("No confident suggestion - unrecognized build system.\n")
	top := v.Summary.Languages.UnknownTop
	if len(top) > 0 {
		var names []string
		hint := ""
		for _, e := range top[:min(len(top), 2)] {
			names = append(names, plain(e.Name))
			if home := ecosystems[e.Name]; hint == "" && home != "" {
				hint = fmt.Sprintf(" (might be %s ecosystem)", home)
			}
		}
		fmt.Fprintf(b, "Primary extensions: %s%s\n", strings.Join(names, ", "), hint)
	}
	var look []string
	if i := slices.IndexFunc(v.Manifests, func(m Manifest) bool { return !m.Lock }); i >= 0 {
		look = append(look, plain(v.Manifests[i].Path))
	}
	if len(v.Summary.KeyDirs) > 0 {
		look = append(look, plain(v.Summary.KeyDirs[0].Path)+"/")
	}
	if len(look) == 0 {
		look = []string{"the repository's"}
	}
	fmt.Fprintf(b, "Recommendation: Use tools to explore %s structure.\n", strings.Join(look, " and "))
}

func (v *Inventory) writeFailure(b *strings.Builder) {
	f := v.Failure
	fmt.Fprintf(b, "Pre-scan failed: %s\nReason: %s\n", plain(f.Message), plain(f.Reason))
	if f.Scanned > 0 {
		fmt.Fprintf(b, "\nPartial data available:\n- Scanned %d of ~%d files before timeout\n", f.Scanned, f.About)
		var found []string
		for _, m := range v.Manifests {
			where := "root"
			if m.Depth > 0 {
				where = path.Dir(m.Path)
			}
			if !m.Lock && len(found) < mostRootFiles {
				found = append(found, fmt.Sprintf("%s (%s)", plain(path.Base(m.Path)), plain(where)))
			}
		}
		if len(found) > 0 {
			fmt.Fprintf(b, "- Found potential manifests: %s\n", strings.Join(found, ", "))
		}
	}
	b.WriteString("\nPlease explore the repository manually using tools.\n")
}

// Guidance is what the system prompt says after Prompt: how far to trust it.
func (v *Inventory) Guidance() string {
	if v == nil || v.Failure != nil {
		return "No pre-scan available. Please start by exploring the repository structure."
	}
	text := "This analysis is complete - you can rely on the suggestion."
	switch {
	case v.Partial == nil && v.Suggestion == nil:
		text = "This analysis is complete."
	case v.Partial != nil:
		text = fmt.Sprintf("Note: Pre-scan was partial (%s). Verify with tools if needed.", v.Partial)
	}
	s := v.Suggestion
	switch {
	case s == nil:
	case s.Confidence >= 0.90:
		text += fmt.Sprintf("\n\nHigh confidence suggestion: %s + %s (%.0f%%). You may verify by reading the manifest, then submit detection.",
			s.Language, s.BuildSystem, 100*s.Confidence)
	case s.Confidence >= 0.70:
		text += fmt.Sprintf("\n\nModerate confidence suggestion: %s + %s (%.0f%%). Please verify by examining relevant files.",
			s.Language, s.BuildSystem, 100*s.Confidence)
	}
	return text
}

// plain keeps a name on its line: one that could pass for more than a name is
// quoted.
func plain(name string) string {
	if strings.ContainsFunc(name, func(c rune) bool { return !strconv.IsPrint(c) }) {
		return strconv.Quote(name)
	}
	return name
}

// size writes bytes as people read them: "89 B", "1.2 KB".
func size(bytes int64) string {
	const units = "KMGTPE"
	if bytes < 1024 {
		return fmt.Sprintf("%d B", bytes)
	}
	f, unit := float64(bytes)/1024, 0
	for f >= 1023.95 && unit < len(units)-1 {
		f, unit = f/1024, unit+1
	}
	return fmt.Sprintf("%.1f %cB", f, units[unit])
}

// thousands writes 2847 as "2,847".
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
