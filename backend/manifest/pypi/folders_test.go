package pypi

import (
	"slices"
	"testing"
)

func TestFolders(t *testing.T) {
	for name, c := range map[string]struct {
		read func(string) ([]string, error)
		text string
		want []string
	}{
		"setuptools":           {ProjectFolders, "[tool.setuptools]\npackage-dir = {\"\" = \"lib\"}\n[tool.setuptools.packages.find]\nwhere = [\"src\", \"plugins\"]\n", []string{"lib", "src", "plugins"}},
		"a package's folder":   {ProjectFolders, "[tool.setuptools]\npackage-dir = {\"shop\" = \"src\"}\n", nil},
		"poetry":               {ProjectFolders, "[tool.poetry]\npackages = [{include = \"shop\", from = \"python\"}, {include = \"more\"}]\n", []string{"python"}},
		"poetry, tables":       {ProjectFolders, "[[tool.poetry.packages]]\ninclude = \"shop\"\nfrom = \"python\"\n", []string{"python"}},
		"hatch":                {ProjectFolders, "[tool.hatch.build.targets.wheel]\npackages = [\"src/shop\", \"bare\"]\nsources = [\"gen\"]\n", []string{"gen", "src"}},
		"pdm and uv":           {ProjectFolders, "[tool.pdm.build]\npackage-dir = \"a\"\n[tool.uv.build-backend]\nmodule-root = \"b\"\n", []string{"a", "b"}},
		"pytest, a list":       {ProjectFolders, "[tool.pytest.ini_options]\npythonpath = [\".\", \"src/\", \"src\"]\n", []string{".", "src"}},
		"pytest, a text":       {ProjectFolders, "[tool.pytest.ini_options]\npythonpath = \"a b\"\n", []string{"a", "b"}},
		"nothing outside":      {ProjectFolders, "[tool.pytest.ini_options]\npythonpath = [\"..\", \"../x\", \"/etc\", \"a/../..\", 7]\n", nil},
		"setup.cfg":            {ConfigFolders, "[options]\npackage_dir =\n    = src\n    odd = elsewhere\n[options.packages.find]\nwhere = lib\n[tool:pytest]\npythonpath = . tests\n", []string{"src", "lib", ".", "tests"}},
		"pytest.ini":           {ConfigFolders, "[pytest]\npythonpath = app\n", []string{"app"}},
		"setup.py":             {SetupFolders, "from setuptools import setup\nsetup(name='a', package_dir={'a': 'b', '': 'src'})\n", []string{"src"}},
		"setup.py, named":      {SetupFolders, "import setuptools\nDIRS = {'': 'src'}\nsetuptools.setup(package_dir=DIRS)\n", []string{"src"}},
		"setup.py, without it": {SetupFolders, "from setuptools import setup\nsetup(name='a')\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.read(c.text)
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("got %q (%v), want %q", got, err, c.want)
			}
		})
	}
}

func FuzzFolders(f *testing.F) {
	f.Add("[tool.setuptools]\npackage-dir = {\"\" = \"lib\"}\n[tool.poetry]\npackages = [{from = \"a\"}]\n")
	f.Add("[options]\npackage_dir =\n  = src\n[pytest]\npythonpath = a\n")
	f.Add("setup(package_dir={'': 'src'})")
	f.Fuzz(func(t *testing.T, s string) {
		_, _ = ProjectFolders(s)
		if _, err := ConfigFolders(s); err != nil {
			t.Error(err)
		}
		if _, err := SetupFolders(s); err != nil {
			t.Error(err)
		}
	})
}
