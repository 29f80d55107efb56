package gguftest

import (
	"os"
	"path/filepath"
	"testing"
)

// SoftwareVulkan gives the environment in which Vulkan has Mesa's software
// driver (lavapipe) and no other. Where the driver is not installed the test is
// skipped; in CI, which installs it (build/deps.sh vulkan), it fails.
func SoftwareVulkan(t testing.TB) []string {
	t.Helper()
	for _, dir := range []string{"/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"} {
		found, _ := filepath.Glob(filepath.Join(dir, "lvp_icd*.json"))
		if len(found) > 0 {
			// ggml leaves such devices out unless they are named.
			return []string{"VK_DRIVER_FILES=" + found[0], "VK_ICD_FILENAMES=" + found[0], "GGML_VK_VISIBLE_DEVICES=0"}
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("Mesa's software driver for Vulkan is missing: build/deps.sh vulkan installs it")
	}
	t.Skip("Mesa's software driver for Vulkan is not installed (mesa-vulkan-drivers)")
	return nil
}
