package plural

import "testing"

func TestOf(t *testing.T) {
	for want, got := range map[string]string{
		"0 files": Of(0, "file"), "1 file": Of(1, "file"), "2,365 files": Of(2365, "file"), "2 folders lie": Of(2, "folder lies", "folders lie"),
		"999": Number(999), "1,000": Number(1000), "-999": Number(-999), "-1,234,567": Number(-1234567),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
