from setuptools import setup

NEEDS = ["tornado>=6.4"]

setup(
    name="echo",
    version="0.1.0",
    py_modules=["main"],
    python_requires=">=3.11",
    install_requires=NEEDS,
)
