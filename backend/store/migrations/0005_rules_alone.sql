ALTER TABLE runs ADD COLUMN rules_alone TEXT NOT NULL DEFAULT ''; -- why a model that was wanted could not be asked to the end
