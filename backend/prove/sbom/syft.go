package sbom

import (
	"context"
	"fmt"
	"os/exec"
	"time"
)

// Syft asks the user's own syft, which knows more than lock files. found is
// false where there is none.
func Syft(ctx context.Context, dir string) (doc []byte, found bool, err error) {
	program, err := exec.LookPath("syft")
	if err != nil {
		return nil, false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program, "scan", "dir:"+dir, "--quiet", "--output", "cyclonedx-json@1.5")
	c.WaitDelay = time.Second
	doc, err = c.Output()
	if err != nil {
		return nil, true, fmt.Errorf("asking syft for the packages: %w", err)
	}
	return doc, true, nil
}
