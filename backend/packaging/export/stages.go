package export

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"aipack/backend/universalbuild"
)

// buildStage writes everything up to the artifacts.
func (w *writer) buildStage() {
	b := w.doc.Build
	w.image(b.BaseImage, w.stage(), "/build/base_image")
	dir := w.workdir(b.Workdir, "/build/workdir")
	w.packages(b.BaseImage, b.SystemPackages, "/build/system_packages")
	w.tools(b.Tools)
	w.environment(b.Environment, "/build/environment")
	for i, c := range b.Setup {
		w.run(c, "/build/setup/"+strconv.Itoa(i), nil)
	}
	if groups := w.manifests(); len(groups) > 0 && len(b.PreBuildCommands) > 0 {
		for _, g := range groups {
			w.line("COPY "+copyWords(append(g.sources, g.to)...), g.fields...)
		}
		w.runs(b.PreBuildCommands, "/build/pre_build_commands", w.caches(dir, fetching))
		w.line("COPY . .", "/build/context")
	} else {
		w.line("COPY . .", "/build/context")
		w.runs(b.PreBuildCommands, "/build/pre_build_commands", w.caches(dir, fetching))
	}
	w.runs(b.BuildCommands, "/build/build_commands", w.caches(dir, building))
	w.runs(b.PostBuildCommands, "/build/post_build_commands", w.caches(dir, clearing))
	w.blank()
}

// runtimeStage writes the image that is shipped.
func (w *writer) runtimeStage() {
	r := w.doc.Runtime
	w.image(r.BaseImage, "", "/runtime/base_image")
	dir := w.workdir(r.Workdir, "/runtime/workdir")
	w.packages(r.BaseImage, r.SystemPackages, "/runtime/system_packages")
	owner := w.user(dir)
	for i, c := range r.Setup {
		w.run(c, "/runtime/setup/"+strconv.Itoa(i), nil)
	}
	w.copies(dir, owner)
	for i, f := range r.Files {
		w.file(f, "/runtime/files/"+strconv.Itoa(i))
	}
	w.environment(r.Environment, "/runtime/environment")
	if owner != "" {
		w.line("USER "+owner, "/runtime/user")
	}
	if !w.doc.Starts() {
		w.startless()
		w.release(r.Release)
		return
	}
	for i, p := range r.Ports {
		w.port(p, "/runtime/ports/"+strconv.Itoa(i))
	}
	w.health(r.Healthcheck)
	w.release(r.Release)
	if len(r.Entrypoint) > 0 {
		w.exec("ENTRYPOINT ", r.Entrypoint, "/runtime/entrypoint")
	}
	if len(r.Command) > 0 {
		w.exec("CMD ", r.Command, "/runtime/command")
	}
}

// startless says instead of ports, health check and command that there is no
// program to have them. The base image's own command would start, say, a
// prompt of Python, and a health check of it would say nothing of the project.
func (w *writer) startless() {
	w.line("# Nothing in the project says what a container of this image starts. Add it here,", "/runtime/command")
	w.line("# as the last line, and to the document as runtime.command:", "/runtime/command")
	w.line(`#     CMD ["program", "argument"]`, "/runtime/command")
}

// tools takes toolchains out of other images. They are mounted and copied by
// cp, because COPY would follow links such as /usr/local/bin/npm and put a
// file there that finds nothing beside it.
func (w *writer) tools(tools []universalbuild.Tool) {
	for i, t := range tools {
		field := "/build/tools/" + strconv.Itoa(i)
		if !imageName(t.Image) {
			w.unfit(field+"/image", fmt.Sprintf("%q is not the name of an image", t.Image))
		}
		if len(t.Paths) == 0 {
			w.unfit(field+"/paths", "names no path to take from the image")
		}
		w.line("RUN --mount=type=bind,from="+t.Image+`,target=/mnt \`, field, field+"/image")
		line := `    cd /mnt && cp -a --parents`
		fields := []string{field}
		for j, p := range t.Paths {
			at := field + "/paths/" + strconv.Itoa(j)
			if !path.IsAbs(p) || path.Clean(p) == "/" || !plain(p) {
				w.unfit(at, fmt.Sprintf("%q is not a plain absolute path", p))
			}
			line += " ." + path.Clean(p)
			fields = append(fields, at)
		}
		w.line(line+" /", fields...)
	}
}

// user makes the program's user and gives the name to run as, "" for root.
func (w *writer) user(dir string) string {
	const field = "/runtime/user"
	u := w.doc.Runtime.User
	image := w.doc.Runtime.BaseImage
	switch {
	case u == "root", u == "0", strings.HasPrefix(u, "root:"), strings.HasPrefix(u, "0:"):
		return ""
	case u != "" && (!only(u, "_.-:") || u[0] == '-'):
		w.unfit(field, fmt.Sprintf("%q is not the name or number of a user", u))
		return ""
	case familyOf(image) == bare && (u == "" || u == appUser):
		return appID + ":" + appID // such an image has no tool to make a user
	case u != "" && u != appUser:
		return u
	}
	create := "useradd --uid " + appID + " --create-home --shell /usr/sbin/nologin " + appUser
	if familyOf(image) == alpine {
		create = "adduser -D -u " + appID + " " + appUser
	}
	if mayHaveApp(image) {
		create = "id " + appUser + " >/dev/null 2>&1 || " + create
	}
	if dir == "/" {
		w.line("RUN "+create, field)
		return appUser
	}
	if mayHaveApp(image) {
		create = "{ " + create + "; }"
	}
	w.line("RUN "+create+` \`, field)
	w.line("    && chown "+appUser+":"+appUser+" "+shellQuote(dir), field, "/runtime/workdir")
	return appUser
}

// copies writes the COPY lines of the runtime stage.
func (w *writer) copies(dir, owner string) {
	flags := ""
	from := "."
	if w.doc.HasBuild() {
		flags = "--from=" + w.stage() + " "
		if from = w.doc.Build.Workdir; from == "" {
			from = "/app"
		}
	}
	if owner != "" {
		flags += "--chown=" + owner + " "
	}
	for _, c := range w.takenOver() {
		if !printable(c.From) || !printable(c.To) {
			w.unfit(c.field, "is not a path in one printable line")
			continue
		}
		source := join(from, c.From)
		if from == "." && (path.IsAbs(c.From) || strings.HasPrefix(source, "..")) {
			w.unfit(c.field, fmt.Sprintf("%q lies outside the folder that is sent to the build", c.From))
			continue
		}
		w.line("COPY "+flags+copyWords(copySource(source), target(c.To)), c.field)
	}
}

// target writes a COPY's last path. A relative one starts with ./ and the
// working folder itself ends with a slash, as people write it.
func target(to string) string {
	clean := join("", to)
	if path.IsAbs(clean) {
		return clean
	}
	if clean == "." || clean == "./" || clean == "" {
		return "./"
	}
	return "./" + clean
}

type takeover struct {
	universalbuild.Copy
	field string
}

// takenOver gives what the runtime takes: its copies, else the artifacts,
// else everything.
func (w *writer) takenOver() []takeover {
	var list []takeover
	for i, c := range w.doc.Runtime.Copy {
		list = append(list, takeover{c, "/runtime/copy/" + strconv.Itoa(i)})
	}
	if len(list) == 0 {
		for i, a := range w.doc.Build.Artifacts {
			list = append(list, takeover{universalbuild.Copy{From: a, To: a}, "/build/artifacts/" + strconv.Itoa(i)})
		}
	}
	if len(list) == 0 {
		list = append(list, takeover{universalbuild.Copy{From: ".", To: "."}, "/runtime/copy"})
	}
	return list
}

func (w *writer) port(p universalbuild.Port, field string) {
	if p.Port < 1 || p.Port > 65535 {
		w.unfit(field+"/port", fmt.Sprintf("%d is not between 1 and 65535", p.Port))
		return
	}
	line := "EXPOSE " + strconv.Itoa(p.Port)
	switch strings.ToLower(p.Protocol) {
	case "", "tcp":
	case "udp":
		line += "/udp"
	default:
		w.unfit(field+"/protocol", fmt.Sprintf("%q is neither tcp nor udp", p.Protocol))
	}
	w.line(line, field, field+"/port", field+"/protocol")
}

// release names what is to be run once per release; nothing runs it at start.
func (w *writer) release(commands []string) {
	for i, c := range commands {
		if i == 0 {
			w.line("# Once per release, in a container of this image:", "/runtime/release")
		}
		w.line("#     "+remark(c), "/runtime/release/"+strconv.Itoa(i))
	}
}
