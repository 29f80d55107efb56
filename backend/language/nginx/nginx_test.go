package nginx

import (
	"strings"
	"testing"
)

func TestRunsAsAnOrdinaryUser(t *testing.T) {
	config := configuration(true)
	for _, need := range []string{"pid /tmp/", "client_body_temp_path /tmp/", "listen 8080;", "/index.html;"} {
		if !strings.Contains(config, need) {
			t.Errorf("no %q", need)
		}
	}
	if strings.Contains(config, "\nuser ") || strings.Contains(configuration(false), " /index.html;") {
		t.Error("nginx changes its user, or every path answers with the first page")
	}
}
