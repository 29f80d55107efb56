package languages

import (
	"aipack/backend/language"
)

const (
	pythonBuildImage   = "python:" + pythonDefaultVersion + "-bookworm"
	pythonRuntimeImage = "python:" + pythonDefaultVersion + "-slim-bookworm"
	pythonPipCache     = "/root/.cache/pip"
)

// pythonSystems in the order in which a project is asked for them.
var pythonSystems = []language.System{
	pythonSystem("uv", "uv", []string{"uv.lock", "pyproject.toml"}, []string{"/root/.cache/uv", pythonPipCache},
		[]string{"pip install uv", "uv sync --frozen --no-dev"},
		"UV_LINK_MODE=copy is needed with a cache mount, which lies on another file system.",
		"UV_PYTHON_DOWNLOADS=never keeps uv from fetching a Python of its own beside the image's."),
	pythonSystem("poetry", "Poetry", []string{"poetry.lock", "pyproject.toml"}, []string{"/root/.cache/pypoetry", pythonPipCache},
		[]string{"pip install poetry", "poetry install --only main --no-root"},
		"Before the sources are copied, poetry install needs --no-root.",
		"Install Poetry into an environment of its own, so that its dependencies stay out of the image."),
	pythonSystem("pdm", "PDM", []string{"pdm.lock", "pyproject.toml"}, []string{"/root/.cache/pdm", pythonPipCache},
		[]string{"pip install pdm", "pdm sync --prod --no-self"},
		"PDM makes .venv in the project's folder by itself."),
	pythonSystem("pipenv", "Pipenv", []string{"Pipfile", "Pipfile.lock"}, []string{"/root/.cache/pipenv", pythonPipCache},
		[]string{"pip install pipenv", "pipenv sync"},
		"PIPENV_VENV_IN_PROJECT=1 puts the environment where it can be copied from."),
	pythonSystem("rye", "Rye", []string{"requirements.lock", "pyproject.toml"}, []string{pythonPipCache},
		[]string{"pip install -r requirements.lock"},
		"requirements.lock is a pip requirements file: Rye itself is not needed in the image."),
	{
		ID: "conda", Name: "conda", Files: []string{"environment.yml"}, Caches: []string{"/opt/conda/pkgs"},
		Practices: language.Practices{
			BuildImage: condaImage, RuntimeImage: "debian:bookworm-slim",
			Build: []string{"conda env create -p /app/.venv -f environment.yml"}, Test: []string{"conda run -p /app/.venv pytest"},
			Caches: []string{"/opt/conda/pkgs"}, Artifacts: []string{".venv"},
			Notes: []string{"An environment runs without conda, as long as it stays at the path it was made for."},
		},
	},
	pythonSystem("pip", "pip", []string{"requirements.txt", "pyproject.toml"}, []string{pythonPipCache},
		[]string{"pip install -r requirements.txt"},
		"Install into an environment at /app/.venv and copy it: the runtime image needs no compiler then.",
		"Copy requirements.txt before the sources, so that a change in the code does not install anew."),
	pythonSystem("setuptools", "setuptools", []string{"setup.py", "setup.cfg", "pyproject.toml"}, []string{pythonPipCache},
		[]string{"pip install ."},
		"pip builds the package in an environment of its own, which needs an index for the build backend."),
}

func pythonSystem(id, name string, files, caches, build []string, notes ...string) language.System {
	return language.System{
		ID: id, Name: name, Files: files, Caches: caches,
		Practices: language.Practices{
			BuildImage: pythonBuildImage, RuntimeImage: pythonRuntimeImage,
			Build: build, Test: []string{"pytest"}, Caches: caches, Artifacts: []string{"."}, Ports: []int{8000}, Health: "/health",
			Notes: append(notes, "PYTHONUNBUFFERED=1 makes log lines appear as they are written."),
		},
	}
}
