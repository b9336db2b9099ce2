// The queued jobs of a project, which are not rows of its tables.
import type pg from 'pg'
import type { ProjectId } from '../ids.ts'

type WaitingJob = {
  identifier: string
  payload: string
  run_at: Date
  max_attempts: number
  job_key: string | null
  priority: number
}

/** A job that runs when the source pauses meets the fence there, and is repeated on the target: jobs may run twice. */
export async function copyJobs(
  { source, target }: { source: pg.Client; target: pg.Client },
  projectId: ProjectId,
): Promise<number> {
  const { rows } = await source.query<WaitingJob>(
    `select t.identifier, j.payload::text, j.run_at, j.max_attempts, j.key as job_key, j.priority
     from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
     where j.payload ->> 'projectId' = $1 and j.attempts < j.max_attempts order by j.id`,
    [projectId],
  )
  for (const job of rows) {
    await target.query(
      `select from graphile_worker.add_job(identifier => $1::text, payload => $2::json, run_at => $3::timestamptz,
         max_attempts => $4::int, job_key => $5::text, priority => $6::int)`,
      [job.identifier, job.payload, job.run_at, job.max_attempts, job.job_key, job.priority],
    )
  }
  return rows.length
}
