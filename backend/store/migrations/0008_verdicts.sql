ALTER TABLE documents ADD COLUMN plan TEXT NOT NULL DEFAULT '';  -- digest of what a proof of the service stands on, '' where nobody has worked it out yet
ALTER TABLE proofs ADD COLUMN plan TEXT NOT NULL DEFAULT '';     -- that of the plan that was proved, '' for one of before this was kept
ALTER TABLE proofs ADD COLUMN loud INTEGER NOT NULL DEFAULT 0;   -- its report has a warning that belongs beside the verdict

UPDATE proofs SET loud = EXISTS (SELECT 1 FROM json_each(proofs.report, '$.warnings') w WHERE json_extract(w.value, '$.loud'))
    WHERE json_valid(report);

-- What a verdict is read from, without the texts that lie before it in each row.
CREATE INDEX documents_by_plan ON documents (run_id, position, service, plan);
CREATE INDEX proofs_by_plan ON proofs (run_id, service, started_at, id, verdict, plan, loud, builder, duration_ms, cause);
