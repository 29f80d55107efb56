CREATE TABLE vectors (
    key    BLOB PRIMARY KEY, -- digest of a model and of a text that it read
    vector BLOB NOT NULL     -- of length 1: 32-bit floats, the lowest byte first
) STRICT, WITHOUT ROWID;
