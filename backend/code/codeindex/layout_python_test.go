package codeindex

import (
	"context"
	"slices"
	"strings"
	"testing"

	"aipack/backend/code/codegraph"
	"aipack/backend/repo"
)

func TestPythonLayout(t *testing.T) {
	dir := project(t, map[string]string{
		"backend/manage.py":             "",
		"backend/__init__.py":           "",
		"backend/requirements/prod.txt": "Celery[redis]==5\n-r base.txt\n",
		"requirements-dev.txt":          "pytest-django\n",
		"libs/a/pyproject.toml":         "[project]\nname = \"shop-tools\"\ndependencies = [\"attrs\"]\n[tool.setuptools.packages.find]\nwhere = [\"source\"]\n[tool.uv.sources]\nlocal-one = {workspace = true}\n",
		"libs/b/setup.cfg":              "[metadata]\nname = b\n[options]\npackage_dir =\n  = src\ninstall_requires =\n  shop_tools\n  local.one\n  b\n",
		"libs/c/setup.py":               "from setuptools import setup\nsetup(name='c', install_requires=['Flask>=3'], package_dir={'': 'lib'})\n",
		"libs/d/pytest.ini":             "[pytest]\npythonpath = app\n",
		"libs/e/Pipfile":                "[packages]\nredis = \"*\"\nhere = {path = \"../a\"}\n",
		"libs/f/pyproject.toml":         "not toml at all [",
		"notes.txt":                     "gunicorn\n",
	})
	tree, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	index, err := tree.Index(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	l := Layout(tree, index)
	want := []codegraph.PathFolders{
		{Dir: "backend", Folders: []string{"backend"}},
		{Dir: "libs/a", Folders: []string{"libs/a/source"}},
		{Dir: "libs/b", Folders: []string{"libs/b/src"}},
		{Dir: "libs/c", Folders: []string{"libs/c/lib"}},
		{Dir: "libs/d", Folders: []string{"libs/d/app"}},
	}
	if !slices.EqualFunc(l.PythonPath, want, func(a, b codegraph.PathFolders) bool { return a.Dir == b.Dir && slices.Equal(a.Folders, b.Folders) }) {
		t.Errorf("path: got %v, want %v", l.PythonPath, want)
	}
	if got, want := strings.Join(l.PythonInstalled, " "), "attrs celery flask pytest_django redis"; got != want {
		t.Errorf("installed: got %q, want %q", got, want)
	}
}
