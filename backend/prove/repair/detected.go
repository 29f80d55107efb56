package repair

import (
	"reflect"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// area is fields of a plan that are right or wrong together.
type area struct {
	name   string // of what the fields say
	fields []string
}

var (
	start    = area{"the start", []string{"/runtime/command", "/runtime/entrypoint", "/runtime/workdir"}}
	steps    = area{"the build", []string{"/build/setup", "/build/pre_build_commands", "/build/build_commands", "/build/post_build_commands", "/build/artifacts", "/runtime/copy"}}
	images   = area{"the images", []string{"/build/base_image", "/runtime/base_image", "/build/tools"}}
	packages = area{"the system packages", []string{"/build/system_packages", "/runtime/system_packages"}}
	settings = area{"the environment", []string{"/build/environment", "/runtime/environment", "/runtime/variables"}}
	places   = area{"the ports", []string{"/runtime/ports", "/runtime/healthcheck"}}
	health   = area{"the health check", []string{"/runtime/healthcheck"}}
)

// suspects are the areas that a failure may come from, the likeliest first.
func suspects(f *cause.Failure) []area {
	switch {
	case f.Rule == "wrong_runtime_version" || f.Rule == "import_error" || f.Rule == "missing_attribute":
		return []area{images, steps, start}
	case f.Rule == "missing_system_package":
		return []area{packages, images}
	case f.Rule == "wrong_port" || f.Rule == "not_listening":
		return []area{places, settings, start}
	case f.Stage == "health":
		return []area{health, places, settings, start, packages, images, steps}
	case f.Stage == "build":
		return []area{steps, images, packages, settings}
	case f.Rule == "file_missing" || f.Rule == "no_build_output":
		return []area{steps, start, settings, images}
	}
	return []area{start, steps, packages, images, settings}
}

// detected is what the sources were found to say where the plan was changed to
// say something else, in the likeliest area that was not tried yet: who changes a
// plan may err. It is a guess, and has to come further.
func (r *run) detected(report *prove.Report) (s Suggestion, ok bool) {
	if r.request.Detected == nil {
		return s, false
	}
	for _, a := range suspects(report.Failure) {
		key := "detected " + a.name
		if r.tried[key] {
			continue
		}
		var edits []cause.Edit
		for _, field := range a.fields {
			now, _ := universalbuild.Get(r.request.Document, field)
			found, there := universalbuild.Get(*r.request.Detected, field)
			if there && !reflect.DeepEqual(now, found) {
				edits = append(edits, cause.Edit{Field: field, Value: found})
			}
		}
		if len(edits) == 0 {
			continue
		}
		r.tried[key] = true
		return Suggestion{
			Edits: edits, Why: "The sources say " + a.name + " otherwise than the plan, which was changed: it is as they say.",
			rule: "repair.detected", guessed: true,
		}, true
	}
	return s, false
}
