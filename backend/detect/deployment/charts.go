package deployment

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/helm"
	"aipack/backend/manifest/kubernetes"
	"aipack/backend/repo"
)

// maxChartsRead bounds the charts that are rendered.
const maxChartsRead = 24

// charts renders the charts of a repository: each with its own values, and those
// for production laid over them where the chart has such a file. A folder of charts
// that only show or test something is left out.
func (c *clusterReading) charts() {
	budget := helm.NewBudget()
	files := helm.Files{Text: c.text, Under: func(dir string) []string { return pathsOf(c.reader.Index.Under(dir)) }}
	for _, file := range c.reader.Index.Named("Chart.yaml") {
		if c.inChart(file) {
			continue
		}
		dir := path.Dir(file)
		c.within = append(c.within, dir)
		if _, aside := language.BesideProduct(dir); aside || len(c.within) > maxChartsRead {
			continue
		}
		rendered, remarks := helm.Read(files, dir, productionValues(c.reader.Folder(dir)), budget)
		for _, r := range remarks {
			c.remark(r.Path, r.Text)
		}
		for _, chart := range rendered {
			dependency := ""
			if chart.Dependency {
				dependency = chart.Name
			}
			for _, container := range kubernetes.Containers(chart.Docs) {
				c.cluster.Containers = append(c.cluster.Containers, Deployed{Container: container, Chart: dependency})
			}
		}
	}
}

func pathsOf(files []repo.File) []string {
	out := make([]string, 0, len(files))
	for _, f := range files {
		out = append(out, f.Path)
	}
	return out
}

// productionValues is the chart's file of values for production, if it has one:
// values-production.yaml, values.prod.yaml, values/prod.yaml. Of several the one
// that says the least beside counts: values-prod.yaml before values-prod-eu.yaml.
func productionValues(f *language.Folder) []string {
	var found []string
	for _, dir := range []string{"", "values/"} {
		for _, name := range f.Sub(path.Clean("./" + dir)).Files() {
			ext := path.Ext(name)
			said := wordsOf(strings.TrimSuffix(name, ext))
			if ext != ".yaml" && ext != ".yml" || !slices.ContainsFunc(said, isProduction) || dir == "" && !slices.Contains(said, "values") {
				continue
			}
			found = append(found, f.Join(dir+name))
		}
	}
	if len(found) == 0 {
		return nil
	}
	return []string{slices.MinFunc(found, func(a, b string) int { return len(wordsOf(a)) - len(wordsOf(b)) })}
}

// wordsOf are the words that a path is made of, in lower case.
func wordsOf(p string) []string {
	return strings.FieldsFunc(strings.ToLower(p), func(c rune) bool { return strings.ContainsRune("/._-", c) })
}

func isProduction(word string) bool {
	switch word {
	case "prod", "production", "prd", "live":
		return true
	}
	return false
}

// elsewhere are words for whom a deployment is that is not for the product's users.
var elsewhereWords = map[string]bool{
	"dev": true, "devel": true, "development": true, "staging": true, "stage": true, "stg": true,
	"test": true, "tests": true, "testing": true, "qa": true, "uat": true,
	"local": true, "minikube": true, "kind": true, "k3d": true, "ci": true, "e2e": true,
	"preview": true, "sandbox": true, "demo": true, "example": true, "examples": true,
}
