-- Reports called what is healthy "well". A quote within a text of theirs is written \", so that these words are keys and states alone.
UPDATE proofs SET report = replace(replace(report, '"state":"well"', '"state":"healthy"'), '"well":', '"healthy":')
    WHERE report LIKE '%"well"%';
