// A proof that cannot fail proves nothing. This file removes the two protections that the promises rest on, without a
// switch for it in the product: the database is set to answer before it has written, or the nodes run from a copy of
// the source in which a connection does not wait for the commit of its last result.
import { queueBacklog } from './backlog.ts'
import { makeChangedSource } from './changed-source.ts'
import type { SourceChange } from './changed-source.ts'
import type { FaultKind } from './faults.ts'
import { KILLABLE_THREADS } from './thread-killer.ts'
import type { Sender } from './sender.ts'
import type { Stage } from './stage.ts'

export const BREAKAGES = ['synchronous_commit', 'group-commit'] as const
export type Breakage = (typeof BREAKAGES)[number]

type BreakageSteps = {
  postgresSettings: Record<string, string>
  makeSource: (folder: string) => string
  afterStart: (stage: Stage, sender: Sender) => Promise<void>
  /** The faults that are needed to notice it; all by default. */
  faults: readonly FaultKind[] | undefined
}

const UNBROKEN: BreakageSteps = {
  postgresSettings: {},
  makeSource: (folder) => makeChangedSource(folder, KILLABLE_THREADS),
  afterStart: () => Promise.resolve(),
  faults: undefined,
}

export function breakage(kind: Breakage | undefined): BreakageSteps {
  switch (kind) {
    case undefined:
      return UNBROKEN
    case 'synchronous_commit':
      // The log is written late, so that an immediate stop finds much of it unwritten.
      return {
        ...UNBROKEN,
        postgresSettings: { wal_writer_delay: '10s', wal_writer_flush_after: '1GB' },
        afterStart: commitWithoutWaiting,
        // Nodes would refuse to start on such a database; so only the database itself is stopped.
        faults: ['database'],
      }
    case 'group-commit':
      return {
        ...UNBROKEN,
        makeSource: (folder) => makeChangedSource(folder, IMPATIENT),
        afterStart: keepWorkersBusy,
        faults: ['workerWithoutDatabase'],
      }
  }
}

/** After the start, which refuses such a database. Existing backends keep their settings, so they are ended. */
async function commitWithoutWaiting({ pool, sink }: Stage): Promise<void> {
  await pool.query('alter database lettermill set synchronous_commit = off')
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  // A lost email that was already sent is not noticed. With a slow receiver some emails are always waiting.
  sink.answerAfter(SLOW_RECEIVER_MS)
}

const SLOW_RECEIVER_MS = 500

/** A worker that does not wait sends on while the database is away, as long as it has claimed something to send. */
async function keepWorkersBusy(stage: Stage, sender: Sender): Promise<void> {
  stage.sink.answerAfter(0)
  await queueBacklog(stage, sender, { emails: BACKLOG, lane: 'transactional' })
}

const BACKLOG = 10_000

const IMPATIENT: SourceChange = {
  file: 'src/features/delivery/record/record.service.ts',
  from: '() => commit({ outcome, mayWait }),',
  to: '() => (commit({ outcome, mayWait }).catch(() => undefined), Promise.resolve(true)),',
}
