package images

// debian answers the releases themselves.
func debian(t Tag, _ Shelf) (Plan, error) {
	if !t.only() {
		return variant(t)
	}
	suite := t.suite("trixie") // latest is the stable release
	if t.Version != "" {
		byNumber := map[string]string{"11": "bullseye", "12": "bookworm", "13": "trixie"}
		if suite = byNumber[t.Version]; suite == "" {
			return refuse("the lab has Debian 11, 12, 13 and sid, each as its mirror has it now")
		}
	}
	return Plan{Suite: suite}, nil
}

// buildpackDeps are Debian with what most programs need to be compiled. The
// official images stand on them, but for their slim variants
// (docker-library/buildpack-deps).
func buildpackDeps(t Tag, _ Shelf) (Plan, error) {
	if t.Version != "" || t.Slim || !t.only("curl", "scm") || len(t.Words) > 1 {
		return variant(t)
	}
	args := map[string]string{"PART": "all"}
	if len(t.Words) == 1 {
		args["PART"] = t.Words[0]
	}
	return on(Plan{Dockerfile: "buildpack-deps", Args: args}, t.suite("trixie"), ""), nil
}

// on puts a plan on Debian, or with a part of buildpack-deps on that: "all",
// "scm" or "curl".
func on(p Plan, suite, part string) Plan {
	image := base(suite)
	switch part {
	case "":
	case "all":
		image = "buildpack-deps:" + suite
	default:
		image = "buildpack-deps:" + suite + "-" + part
	}
	if p.Args == nil {
		p.Args = map[string]string{}
	}
	p.Suite, p.Args["BASE"] = suite, image
	p.Below = append(p.Below, image)
	return p
}

// full is the part that an image stands on: its slim variant is on Debian
// alone.
func full(t Tag) string {
	if t.Slim {
		return ""
	}
	return "all"
}
