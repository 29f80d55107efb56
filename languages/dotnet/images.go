package dotnet

import (
	"fmt"
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/msbuild"
)

// dotnetRepos says where the images of a generation are. Those before 5 moved
// or were never made for Debian's current releases.
func imageOf(kind, version string) (image, used string) {
	switch {
	case less(version, "2.2"):
		return "mcr.microsoft.com/dotnet/" + kind + ":2.1", "2.1"
	case version == "2.2" || version == "3.0":
		return "mcr.microsoft.com/dotnet/core/" + kind + ":" + version, version
	}
	return "mcr.microsoft.com/dotnet/" + kind + ":" + version, version
}

func (b build) images(r *language.Recipe) {
	target, _, where := b.d.version()
	if target == "" {
		target = generation(b.p.Version.Value)
		if len(b.p.Version.Evidence) > 0 {
			where = b.p.Version.Evidence[0]
		}
	}
	kind := "runtime"
	switch made, why := b.d.kind(); {
	case b.d.native():
		kind = "runtime-deps"
	case made == web && why.Rule != "dotnet.source", b.usesWeb(): // a bare listener needs no ASP.NET
		kind = "aspnet"
	}
	image, used := imageOf(kind, target)
	r.Runtime.BaseImage = image
	if used != target {
		r.Runtime.Environment["DOTNET_ROLL_FORWARD_ON_NO_CANDIDATE_FX"] = "2"
		b.d.folder.Warn(b.d.file, "dotnet_without_image",
			fmt.Sprintf("there is no image of .NET %s any more; %s builds and runs the program", target, used), "move the project to .NET 8 or later")
	}
	r.Build.BaseImage, _ = imageOf("sdk", target)
	reason := language.Reason{Field: "/build/base_image", Confidence: finding.Certain, Evidence: where}
	if sdk, at, ok := global(b.d.folder); ok && sdk.Version != "" && !less(generation(sdk.Version), target) {
		r.Build.BaseImage, _ = imageOf("sdk", sdkOf(sdk))
		reason.Evidence = at.At("dotnet.global_json", "global.json", "version")
	}
	r.Why = append(r.Why, reason)
}

// sdkOf is the image tag for a pinned SDK: the exact version where only
// its own feature band would do (the SDK's default is latestPatch), else the
// generation, whose image has the newest band.
func sdkOf(sdk msbuild.GlobalJSON) string {
	switch strings.ToLower(sdk.RollForward) {
	case "", "disable", "patch", "latestpatch":
		if strings.Count(sdk.Version, ".") == 2 && part(sdk.Version, 2) >= 100 && !strings.Contains(sdk.Version, "-") {
			return sdk.Version
		}
	}
	return generation(sdk.Version)
}

// usesWeb reports whether any project built along needs ASP.NET Core's shared
// framework.
func (b build) usesWeb() bool {
	for _, full := range b.files {
		d, ok := read(b.p.Reader().Folder(path.Dir(full)), path.Base(full))
		if !ok {
			continue
		}
		if _, web := d.sdk("Microsoft.NET.Sdk.Web"); web {
			return true
		}
		if _, web := language.FirstDeclared(d.packages(), "Microsoft.AspNetCore.App"); web {
			return true
		}
	}
	return false
}
