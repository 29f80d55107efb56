package msbuild

import (
	"encoding/json"
	"net/url"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/manifest/lenient"
)

// GlobalJSON is .NET's global.json: which SDK builds.
type GlobalJSON struct {
	Version     string
	RollForward string // "" means the SDK's own default, latestPatch
}

// ParseGlobalJSON reads global.json, with the comments it may have.
func ParseGlobalJSON(content string) (GlobalJSON, error) {
	doc, err := jsonWithComments(content)
	if err != nil {
		return GlobalJSON{}, err
	}
	sdk := jsonObject(doc, "sdk")
	version, _ := sdk["version"].(string)
	roll, _ := sdk["rollForward"].(string)
	return GlobalJSON{version, roll}, nil
}

// RuntimeConfig is a published program's name.runtimeconfig.json.
type RuntimeConfig struct {
	Framework string // Microsoft.AspNetCore.App
	Version   string
}

// ParseRuntimeConfig reads a published program's runtime configuration. Of
// several frameworks ASP.NET Core counts, as it contains the other.
func ParseRuntimeConfig(content string) (RuntimeConfig, error) {
	doc, err := jsonWithComments(content)
	if err != nil {
		return RuntimeConfig{}, err
	}
	options := jsonObject(doc, "runtimeOptions")
	list, _ := options["frameworks"].([]any)
	var out RuntimeConfig
	for _, f := range append(list, options["framework"]) {
		m, _ := f.(map[string]any)
		name, _ := m["name"].(string)
		version, _ := m["version"].(string)
		if name != "" && (out.Framework == "" || strings.Contains(name, "AspNetCore")) {
			out = RuntimeConfig{name, version}
		}
	}
	return out, nil
}

// URLPorts maps where an address was read ("Kestrel.Endpoints.Http") to its port.
type URLPorts []URLPort

// URLPort is one configured address's port.
type URLPort struct {
	Key  string
	Port int
	Text string
}

// ParseAppSettings reads the addresses that appsettings.json gives to Kestrel,
// which beat the environment: Kestrel:Endpoints, then Urls.
func ParseAppSettings(content string) (URLPorts, error) {
	doc, err := jsonWithComments(content)
	if err != nil {
		return nil, err
	}
	var endpoints URLPorts
	list := jsonObject(doc, "Kestrel", "Endpoints")
	for _, name := range jsonKeys(list) {
		u, _ := jsonObject(list, name)["Url"].(string)
		endpoints = append(endpoints, portsOf("Kestrel.Endpoints."+name, u)...)
	}
	urls, _ := doc["Urls"].(string)
	if urls == "" {
		urls, _ = doc["urls"].(string)
	}
	return append(plainFirst(endpoints), plainFirst(portsOf("Urls", urls))...), nil
}

func portsOf(key, urls string) URLPorts {
	var out URLPorts
	for _, u := range strings.Split(urls, ";") {
		u = strings.TrimSpace(u)
		// "*" and "+" stand for every address and are no host names.
		parsed, err := url.Parse(strings.NewReplacer("//*", "//all", "//+", "//all").Replace(u))
		if err != nil {
			continue
		}
		if port, err := strconv.Atoi(parsed.Port()); err == nil && port > 0 && port < 65536 {
			out = append(out, URLPort{key, port, u})
		}
	}
	return out
}

func plainFirst(in URLPorts) URLPorts {
	sort.SliceStable(in, func(i, j int) bool {
		return strings.HasPrefix(in[i].Text, "http:") && !strings.HasPrefix(in[j].Text, "http:")
	})
	return in
}

// jsonWithComments reads an object with comments and trailing commas.
func jsonWithComments(content string) (map[string]any, error) {
	plain, _, err := lenient.JSON(content)
	if err != nil {
		return nil, err
	}
	var doc map[string]any
	if err := json.Unmarshal(plain, &doc); err != nil {
		return nil, err
	}
	return doc, nil
}

// jsonObject follows keys down to an object; nil if there is none.
func jsonObject(doc map[string]any, keys ...string) map[string]any {
	for _, k := range keys {
		doc, _ = doc[k].(map[string]any)
	}
	return doc
}

func jsonKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
