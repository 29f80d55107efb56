package distribution

import (
	"slices"
	"strings"

	"aipack/backend/language/version"
	"aipack/backend/manifest/pypi"
)

// Pythons are what requirements that were frozen years ago are offered, the newest
// first.
var Pythons = []string{"3.13", "3.12", "3.11", "3.10", "3.9", "3.8", "3.7", "3.6"}

// firstWheels has a line for each package in C, Cython or Rust: the first releases
// with wheels for Linux and these Pythons in their order, "-" for none (pypi.org,
// Download files, November 2026). An earlier one is compiled against an interpreter
// that it does not know, and most of these do not compile then.
var firstWheels = columns(`
aiohttp          3.10.5     3.9.0      3.8.2      3.8.0      3.7.0      3.7.0
asyncpg          0.30.0     0.29.0     0.27.0     0.24.0     0.22.0     0.20.0
blis             1.0.2      0.7.11     0.7.9      0.7.5      0.7.2      0.4.1
cffi             1.17.0     1.16.0     1.15.1     1.15.0     1.14.3     1.13.0
confluent-kafka  2.6.0      2.3.0      2.0.2      1.9.0      1.6.0      1.3.0
cx-oracle        -          -          -          8.3.0      8.1.0      7.3.0
cymem            2.0.10     2.0.8      2.0.7      2.0.6      2.0.4      2.0.3
editdistance     -          0.8.0      0.6.2      0.6.1      0.6.0      0.6.0
faiss-cpu        1.10.0     1.8.0      1.7.3      1.7.2      1.6.4      1.6.1
fiona            1.10.0     1.9.5      1.8.22     1.8.21     1.8.18     1.8.12
gevent           24.10.1    23.7.0     22.10.1    21.12.0    20.6.1     1.5.0
greenlet         3.1.0      3.0.0      1.1.3      1.1.0      0.4.17     0.4.15
grpcio           1.66.2     1.59.0     1.49.0     1.41.0     1.33.1     1.24.3
h5py             3.12.0     3.10.0     3.8.0      3.6.0      3.0.0      2.9.0
httptools        0.6.2      0.6.1      0.5.0      0.3.0      0.1.2      0.1.0
kiwisolver       1.4.7      1.4.5      1.4.4      1.3.2      1.3.0      1.1.0
llvmlite         0.44.0     0.42.0     0.40.0     0.38.0     0.36.0     0.31.0
lxml             5.3.0      4.9.3      4.9.1      4.6.3      4.5.2      4.4.1
matplotlib       3.9.2      3.7.3      3.6.0      3.5.0      3.3.3      3.1.2
murmurhash       1.0.11     1.0.10     1.0.9      1.0.6      1.0.3      1.0.2
numba            0.61.0     0.59.0     0.57.0     0.55.0     0.53.0     0.47.0
numpy            2.1.0      1.26.0     1.23.2     1.21.2     1.19.3     1.17.3
onnxruntime      1.20.0     1.17.0     1.15.0     1.12.0     1.7.0      1.2.0
orjson           3.10.7     3.9.3      3.7.7      3.4.7      2.2.0      2.0.11
pandas           2.2.3      2.1.1      1.5.0      1.3.3      1.1.3      0.25.2
pillow           10.4.0     10.0.0     9.2.0      8.3.2      8.0.0      6.2.1
preshed          3.0.10     3.0.9      3.0.8      3.0.6      3.0.3      3.0.2
psycopg2-binary  2.9.10     2.9.9      2.9.5      2.9.1      2.8.6      2.8.4
pyarrow          18.0.0     14.0.0     10.0.1     6.0.0      3.0.0      0.16.0
pydantic-core    2.20.0     2.1.2      0.7.0      0.1.0      0.1.0      0.1.0
pymssql          2.3.1      2.2.10     2.2.6      2.2.4      2.1.5      2.1.5
pyodbc           5.2.0      5.0.0      4.0.35     4.0.34     4.0.34     4.0.34
pyproj           3.7.0      3.6.1      3.4.0      3.3.0      3.0.0      2.4.1
pyyaml           6.0.2      6.0.1      6.0        6.0        5.4        5.4
pyzmq            26.1.0     25.1.1     23.2.1     22.2.1     19.0.2     18.1.0
rasterio         1.3.11     1.3.9      1.3.3      1.3.0      1.2.0      1.1.1
regex            2024.9.11  2023.10.3  2022.9.11  2021.8.21  2020.9.27  2019.12.17
reportlab        4.0.0      4.0.0      3.6.12     3.6.2      3.5.54     3.5.32
scikit-image     0.25.0     0.22.0     0.20.0     0.19.0     0.18.0     0.16.2
scikit-learn     1.5.2      1.3.1      1.1.3      1.0.2      0.24.0     0.22
scipy            1.14.1     1.11.2     1.9.2      1.7.2      1.5.4      1.3.2
sentencepiece    0.2.1      0.2.0      0.1.98     0.1.96     0.1.94     0.1.85
shapely          2.0.6      2.0.2      1.8.5      1.8.0      1.7.1      1.7.0
spacy            3.8.7      3.7.0      2.3.8      2.3.8      2.3.3      2.2.2
statsmodels      0.14.3     0.14.0     0.13.3     0.13.1     0.12.1     0.10.2
tensorflow       2.20.0     2.16.1     2.12.0     2.8.0      2.5.0      2.2.0
thinc            8.3.5      8.2.1      7.4.6      7.4.6      7.4.2      7.3.1
torch            2.5.0      2.2.0      1.13.0     1.11.0     1.7.1      1.4.0
typed-ast        -          -          1.5.5      1.5.0      1.4.1      1.4.0
ujson            5.10.0     5.8.0      5.5.0      4.2.0      4.0.0      2.0.1
uvloop           0.21.0     0.18.0     0.17.0     0.16.0     0.15.0     0.14.0
`)

// lastPythons are the last Pythons that series of pure packages run on: newer ones
// have lost a module that they import (PEP 594, PEP 632), or have made a word of
// theirs a keyword. https://docs.djangoproject.com/en/5.2/faq/install/,
// https://docs.celeryq.dev/en/v4.3.0/history/whatsnew-4.3.html
var lastPythons = map[string][]struct{ below, python string }{
	"celery": {{"4.3", "3.6"}},
	"django": {{"1.11.17", "3.6"}, {"2.2", "3.7"}, {"3.2", "3.9"}, {"4.1", "3.10"}, {"4.2", "3.11"}, {"5.1", "3.12"}},
}

// columns reads a table of releases: a name, and what belongs to each of
// Pythons.
func columns(text string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		if words := strings.Fields(line); len(words) > 1 {
			out[words[0]] = words[1:]
		}
	}
	return out
}

// Newest gives the place in Pythons of the newest that a requirement can be had for, 0
// where its tables do not say that any helps.
func Newest(r pypi.Requirement) int {
	most, included, bounded := mostOf(r.Specifier)
	if !bounded {
		return 0
	}
	for _, series := range lastPythons[r.Name] {
		if end, _, _ := version.ParseNumber(series.below); most.Less(end) || most == end && !included {
			return slices.Index(Pythons, series.python)
		}
	}
	for i, text := range firstWheels[r.Name] {
		if first, _, known := version.ParseNumber(text); known && (first.Less(most) || first == most && included) {
			return i
		}
	}
	return 0
}

// mostOf gives the highest release that a specifier lets be installed, and whether
// that one is itself included: of ==2.0.1, <3, <=2.9, ~=1.4.2 and ==1.26.*. It is
// not bounded where only the least is said.
// https://packaging.python.org/en/latest/specifications/version-specifiers/
func mostOf(specifier string) (most version.Number, included, bounded bool) {
	for _, clause := range strings.Split(specifier, ",") {
		clause = strings.TrimSpace(clause)
		text := strings.TrimSpace(strings.TrimLeft(clause, "=<~"))
		operator := clause[:len(clause)-len(strings.TrimLeft(clause, "=<~"))]
		number, parts, ok := version.ParseNumber(text)
		if !ok {
			continue
		}
		within := operator != "<"
		switch {
		case operator == "~=" && parts > 1:
			number, within = number.Next(parts-2), false
		case operator == "==" && strings.HasSuffix(text, ".*"):
			number, within = number.Next(parts-1), false
		case operator != "==" && operator != "===" && operator != "<" && operator != "<=":
			continue
		}
		if !bounded || number.Less(most) || number == most && !within {
			most, included, bounded = number, within, true
		}
	}
	return most, included, bounded
}
