// Follows a job of the server until its end.
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../command.ts'

export type Job = {
  id: string
  status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'
  progress: { done: number; total: number | null; failed: number }
  contacts?: { created: number; existing: number }
  errors: { row: number; field?: string | null; message: string; value?: string }[]
}

// A batch takes half a second; who asks more often than this uses up the requests of the project.
const FIRST_POLL_MS = 100
const LONGEST_POLL_MS = 500

type JobToFollow = { id: string; onProgress?: (progress: Job['progress']) => void }

export async function followJob(
  { api, signal }: Pick<Call, 'api' | 'signal'>,
  { id, onProgress }: JobToFollow,
): Promise<Job> {
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(wait * 2, LONGEST_POLL_MS)) {
    const job = await api.get<Job>(`/jobs/${encodeURIComponent(id)}`)
    if (job.status === 'DONE' || job.status === 'FAILED') return job
    onProgress?.(job.progress)
    await pause(wait, undefined, { signal })
  }
}
