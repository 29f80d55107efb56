package dockerfile

import (
	"path"
	"strings"
)

// ImageName is an image's own name: "docker.io/bitnami/redis:7" is "redis".
func ImageName(image string) string {
	image, _, _ = strings.Cut(image, "@")
	name := path.Base(image)
	name, _, _ = strings.Cut(name, ":")
	return strings.ToLower(name)
}
