-- What was fetched, by ecosystem.
CREATE TABLE ecosystems (
    name       TEXT PRIMARY KEY, -- as OSV names it: "PyPI"
    advisories INTEGER NOT NULL,
    as_of      INTEGER NOT NULL -- when it was published, or fetched, in Unix milliseconds
);
-- An advisory once for each package that it is about.
CREATE TABLE advisories (
    ecosystem TEXT NOT NULL,
    package   TEXT NOT NULL,
    id        TEXT NOT NULL,
    body      BLOB NOT NULL, -- an osv.Advisory as JSON
    PRIMARY KEY (ecosystem, package, id)
) WITHOUT ROWID;
