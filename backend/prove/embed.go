package prove

import (
	"embed"
	"fmt"
)

//go:embed probe/bin
var probes embed.FS

// probeFor gives the probe program for the builder's processor.
func probeFor(arch string) ([]byte, error) {
	b, err := probes.ReadFile("probe/bin/probe-linux-" + arch)
	if err != nil {
		return nil, fmt.Errorf("this aipack was built without the probe for %s: build it with make", arch)
	}
	return b, nil
}
