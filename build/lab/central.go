package main

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/tonistiigi/fsutil"
)

// central is where Maven looks when it is told nothing else.
const central = "https://repo.maven.apache.org/maven2"

// centralVersions are those of group:artifact that Maven Central lists.
func centralVersions(ctx context.Context, name string) ([]string, error) {
	if !installed("mvn") {
		return nil, nil // without Maven there are none to be had
	}
	group, artifact, _ := strings.Cut(name, ":")
	at := central + "/" + strings.ReplaceAll(group, ".", "/") + "/" + artifact + "/maven-metadata.xml"
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", at, answer.Status)
	}
	var list struct {
		Versions []string `xml:"versioning>versions>version"`
	}
	return list.Versions, xml.NewDecoder(answer.Body).Decode(&list)
}

// artifacts has Maven copy what is named by group:artifact:version into a
// folder, with all that it needs to run. What has a type beside, and perhaps a
// classifier (…:tar.gz:bin), is a whole of its own.
func artifacts(ctx context.Context, names []string, work string) (fsutil.FS, error) {
	var wanted strings.Builder
	for _, name := range names {
		parts := strings.Split(name, ":")
		if len(parts) < 3 || len(parts) > 5 {
			return nil, fmt.Errorf("%s is no artifact", name)
		}
		fmt.Fprintf(&wanted, "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>", parts[0], parts[1], parts[2])
		if len(parts) > 3 {
			fmt.Fprintf(&wanted, "<type>%s</type><exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>", parts[3])
		}
		if len(parts) > 4 {
			fmt.Fprintf(&wanted, "<classifier>%s</classifier>", parts[4])
		}
		wanted.WriteString("</dependency>")
	}
	pom := `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>lab</groupId><artifactId>wants</artifactId><version>0</version><packaging>pom</packaging><dependencies>` +
		wanted.String() + "</dependencies></project>\n"
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), []byte(pom), 0o644); err != nil {
		return nil, err
	}
	out := filepath.Join(work, "artifacts")
	err := run(ctx, work, nil, "mvn", "-B", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies",
		"-DincludeScope=runtime", "-DoutputDirectory="+out)
	if err != nil {
		return nil, err
	}
	return fsutil.NewFS(out)
}
