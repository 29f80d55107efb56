package cli

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"aipack/backend/cli/visible"
)

// Agreed asks somebody at the terminal something that is done on yes alone.
func (p *Program) Agreed(in io.Reader, question string) (bool, error) {
	visible.Fprintf(p.Err, "%s [y/N] ", question)
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}
