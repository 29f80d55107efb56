-- Messages that the user took back stay, so that they can be brought again: 0 for what
-- counts, else the number of the taking back.
ALTER TABLE messages ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;
