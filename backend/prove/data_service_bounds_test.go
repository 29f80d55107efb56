package prove

import (
	"strings"
	"testing"
)

// TestWhyADataServiceEnded tells want of memory and room from all else.
func TestWhyADataServiceEnded(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		code int
		log  []string
	}{
		"disk or memory is full":                {1, []string{"PANIC: could not write to file \"pg_wal/x\": No space left on device", "aborting"}},
		"it ran out of memory":                  {1, []string{"FATAL: out of memory"}},
		"the kernel ended it":                   {137, []string{"ready"}},
		"ended by itself with exit code 3: bye": {3, []string{"hello", "bye"}},
		"code 3: psql:/x.sql:7: ERROR:  no":     {3, []string{"hello", "psql:/x.sql:7: ERROR:  no", "LINE 33:   NOT (", "             ^"}},
		"ended by itself with exit code 0":      {0, nil},
	} {
		if err := endedOfItself("it was healthy, and ended by itself", c.code, c.log); !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}
