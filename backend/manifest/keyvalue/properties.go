package keyvalue

import (
	"strings"

	"github.com/magiconair/properties"
)

// Properties are the keys of a Java properties file, as written: ${x} is not
// expanded.
type Properties map[string]string

// ParseProperties reads a Java properties file: gradle.properties,
// gradle-wrapper.properties, system.properties, application.properties.
func ParseProperties(content string) (Properties, error) {
	loader := properties.Loader{Encoding: properties.UTF8, DisableExpansion: true}
	p, err := loader.LoadBytes([]byte(strings.TrimPrefix(content, "\ufeff")))
	if err != nil {
		return nil, err
	}
	return p.Map(), nil
}
