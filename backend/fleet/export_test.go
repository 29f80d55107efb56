package fleet

import "context"

// Sightings counts what jobs came to: one each, or something was done twice.
func (q *Queue) Sightings(ctx context.Context) (jobs, repositories int, err error) {
	err = q.db.QueryRowContext(ctx, "SELECT count(*), count(DISTINCT repository) FROM fleet_sightings").Scan(&jobs, &repositories)
	return jobs, repositories, err
}
