package phase

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// packagesQuestion asks which system packages the rules missed. They miss none
// as far as they know: the question alone is no reason to ask.
func packagesQuestion(s *pipeline.ServiceContext) pipeline.Question {
	return pipeline.Question{
		Field: "/runtime/system_packages", Form: pipeline.Items, Judged: true, Confidence: pipeline.Doubtful,
		Ask: fmt.Sprintf("Which Debian packages does the %s program in %s need beside %s? Quote the line that installs the package, or the line of the source that runs its program.",
			s.Language.Name, s.Path, orNone(packageNames(s))),
		Files: func() []string { return append(containerFiles(s.Project), worthReading(s.Project)...) },
		Check: func(a pipeline.Advice) error { return packageOf(s, a) },
		Take:  func(a pipeline.Advice) bool { return takePackages(s, a) },
	}
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "its base image"
	}
	return strings.Join(names, ", ")
}

func packageNames(s *pipeline.ServiceContext) []string {
	var out []string
	for _, p := range slices.Concat(s.Systems.Build, s.Systems.Runtime) {
		out = append(out, p.Name)
	}
	out = append(out, s.Recipe.Build.SystemPackages...)
	out = append(out, s.Recipe.Runtime.SystemPackages...)
	slices.Sort(out)
	return slices.Compact(out)
}

// containerFiles are those of a project's folder that install packages.
func containerFiles(p *language.Project) []string {
	var out []string
	for _, name := range []string{"Dockerfile", "Containerfile", "Aptfile", "apt.txt", "packages.txt"} {
		if p.Has(name) {
			out = append(out, p.Join(name))
		}
	}
	return out
}

// packageOf holds a package against what is known of Debian and against the
// line that is to need it.
func packageOf(s *pipeline.ServiceContext, a pipeline.Advice) error {
	if !packageForm().MatchString(a.Text) {
		return fmt.Errorf("%q is no name of a Debian package", shown(a.Text))
	}
	program, isProgram := programs[a.Text]
	if !isProgram && !nativePackage(s, a.Text) {
		return fmt.Errorf("%q is no Debian package that aipack knows", shown(a.Text))
	}
	if a.User {
		return nil
	}
	for _, e := range a.Evidence {
		if installs(e.Path, e.Excerpt, a.Text) || isProgram && ownSource(s.Project, e.Path) && !remark(e.Excerpt) && runs(e.Excerpt, program) {
			return nil
		}
	}
	return fmt.Errorf("the quoted line neither installs %s nor runs its program", a.Text)
}

// packageForm is Debian's policy, 5.6.7.
var packageForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9][a-z0-9+.-]{1,60}$`) })

// programs are Debian packages (bookworm) that programs call by the name of
// their command.
var programs = map[string]string{
	"ffmpeg": "ffmpeg", "ghostscript": "gs", "graphviz": "dot", "wkhtmltopdf": "wkhtmltopdf", "tesseract-ocr": "tesseract",
	"poppler-utils": "pdf(totext|toppm|info|images|unite|separate)", "pandoc": "pandoc", "git": "git", "openssh-client": "ssh|scp|sftp", "rsync": "rsync",
	"unzip": "unzip", "libreoffice": "soffice|libreoffice", "libimage-exiftool-perl": "exiftool", "mediainfo": "mediainfo", "sox": "sox",
	"postgresql-client": "psql|pg_dump|pg_restore", "default-mysql-client": "mysql|mysqldump", "redis-tools": "redis-cli", "jq": "jq", "gnupg": "gpg",
	"inkscape": "inkscape", "optipng": "optipng", "jpegoptim": "jpegoptim", "pngquant": "pngquant", "gifsicle": "gifsicle", "qpdf": "qpdf",
	"imagemagick": "convert|magick|mogrify|identify",
}

func nativePackage(s *pipeline.ServiceContext, name string) bool {
	return slices.ContainsFunc(s.Repository.Registry().All(), func(l *language.Language) bool {
		return slices.ContainsFunc(l.Natives, func(n language.Native) bool {
			return slices.Contains(n.Build, name) || slices.Contains(n.Runtime, name)
		})
	})
}

// installs reports whether a line of a file that installs Debian packages
// names one of them.
func installs(name, line, pkg string) bool {
	if remark(line) || !slices.Contains(strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\\,;&|\"'=:[]", r) }), pkg) {
		return false
	}
	switch base := path.Base(name); {
	case base == "Aptfile", base == "apt.txt", base == "packages.txt":
		return true
	}
	return strings.Contains(line, "apt") && strings.Contains(line, "install")
}

// runs reports whether a line of a source hands a program's name on as a text:
// only that is a call of it.
func runs(line, program string) bool {
	return regexp.MustCompile("[\"'`]"+"("+program+")"+"[\"'` ]").MatchString(line) && calling().MatchString(line)
}

var calling = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)exec|spawn|popen|subprocess|system|command|process|\brun\(|check_output|check_call|shell|proc_open|backtick`)
})

// takePackages adds packages; none is ever taken away.
func takePackages(s *pipeline.ServiceContext, a pipeline.Advice) bool {
	known, added := packageNames(s), false
	for _, item := range a.Items {
		if slices.Contains(known, item.Text) {
			continue
		}
		p := pipeline.Package{Name: item.Text, Why: item.Evidence[0], Source: sourceOf(item)}
		if strings.HasSuffix(item.Text, "-dev") {
			s.Systems.Build = append(s.Systems.Build, p)
		} else {
			s.Systems.Runtime = append(s.Systems.Runtime, p)
		}
		known, added = append(known, item.Text), true
	}
	return added
}
