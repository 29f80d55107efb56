// Package practice holds what is usual for each of Python's package managers. It reads no
// project.
package practice

import (
	"aipack/backend/language"
	"aipack/languages/python/interpreter"
)

const (
	buildImage   = "python:" + interpreter.Default + "-bookworm"
	runtimeImage = "python:" + interpreter.Default + "-slim-bookworm"
	PipCache     = "/root/.cache/pip"
)

// CondaImage has conda and mamba and packages from conda-forge only.
const CondaImage = "condaforge/miniforge3:24.11.3-2"

// Systems are in the order in which a project is asked for them.
var Systems = []language.System{
	system("uv", "uv", []string{"uv.lock", "pyproject.toml"}, []string{"/root/.cache/uv", PipCache},
		[]string{"pip install uv", "uv sync --frozen --no-dev"},
		"UV_LINK_MODE=copy is needed with a cache mount, which lies on another file system.",
		"UV_PYTHON_DOWNLOADS=never keeps uv from fetching a Python of its own beside the image's."),
	system("poetry", "Poetry", []string{"poetry.lock", "pyproject.toml"}, []string{"/root/.cache/pypoetry", PipCache},
		[]string{"pip install poetry", "poetry install --only main --no-root"},
		"Before the sources are copied, poetry install needs --no-root.",
		"Install Poetry into an environment of its own, so that its dependencies stay out of the image."),
	system("pdm", "PDM", []string{"pdm.lock", "pyproject.toml"}, []string{"/root/.cache/pdm", PipCache},
		[]string{"pip install pdm", "pdm sync --prod --no-self"},
		"PDM makes .venv in the project's folder by itself."),
	system("pipenv", "Pipenv", []string{"Pipfile", "Pipfile.lock"}, []string{"/root/.cache/pipenv", PipCache},
		[]string{"pip install pipenv", "pipenv sync"},
		"PIPENV_VENV_IN_PROJECT=1 puts the environment where it can be copied from."),
	system("rye", "Rye", []string{"requirements.lock", "pyproject.toml"}, []string{PipCache},
		[]string{"pip install -r requirements.lock"},
		"requirements.lock is a pip requirements file: Rye itself is not needed in the image."),
	{
		ID: "conda", Name: "conda", Files: []string{"environment.yml"}, Caches: []string{"/opt/conda/pkgs"},
		Practices: language.Practices{
			BuildImage: CondaImage, RuntimeImage: "debian:bookworm-slim",
			Build: []string{"conda env create -p /app/.venv -f environment.yml"}, Test: []string{"conda run -p /app/.venv pytest"},
			Caches: []string{"/opt/conda/pkgs"}, Artifacts: []string{".venv"},
			Notes: []string{"An environment runs without conda, as long as it stays at the path it was made for."},
		},
	},
	system("pip", "pip", []string{"requirements.txt", "pyproject.toml"}, []string{PipCache},
		[]string{"pip install -r requirements.txt"},
		"Install into an environment at /app/.venv and copy it: the runtime image needs no compiler then.",
		"Copy requirements.txt before the sources, so that a change in the code does not install anew."),
	system("setuptools", "setuptools", []string{"setup.py", "setup.cfg", "pyproject.toml"}, []string{PipCache},
		[]string{"pip install ."},
		"pip builds the package in an environment of its own, which needs an index for the build backend."),
}

func system(id, name string, files, caches, build []string, notes ...string) language.System {
	return language.System{
		ID: id, Name: name, Files: files, Caches: caches,
		Practices: language.Practices{
			BuildImage: buildImage, RuntimeImage: runtimeImage,
			Build: build, Test: []string{"pytest"}, Caches: caches, Artifacts: []string{"."}, Ports: []int{8000}, Health: "/health",
			Notes: append(notes, "PYTHONUNBUFFERED=1 makes log lines appear as they are written."),
		},
	}
}
