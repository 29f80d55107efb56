import argparse
import sys


def main():
    parser = argparse.ArgumentParser(description="Counts words")
    parser.add_argument("file", nargs="?", type=argparse.FileType(), default=sys.stdin)
    print(len(parser.parse_args().file.read().split()))
