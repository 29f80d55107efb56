//go:build unix

package cli

import (
	"fmt"
	"os"
	"syscall"
)

// become makes this process another program. What ends this one by any signal then
// ends that one: there is nobody in between who could be gone.
func become(program string, args []string) error {
	return fmt.Errorf("starting %s: %w", program, syscall.Exec(program, append([]string{program}, args...), os.Environ()))
}
