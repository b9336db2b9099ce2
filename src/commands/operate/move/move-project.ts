// Moves one project to another installation. The order of the steps is what makes it safe to be killed at any of them:
//
//   1. The rows are copied inside one transaction of the target, and the objects from store to store, while the source works as usual.
//   2. The source pauses the project: requests get 503, work is left, and fences refuse what still writes.
//   3. Rows that changed and objects that are new are copied from a snapshot behind the fences, until both sides are equal.
//   4. The target commits the rows, and does nothing with them yet.
//   5. The source commits that the project has left: the point of no return.
//   6. The target becomes active, and the source removes its rows.
//
// A kill before 4 leaves nothing on the target, because nothing was committed. One before 5 leaves inactive rows there, which the
// next run removes. One after 5 leaves a project that works nowhere, until the next run goes on with 6.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ProjectId } from '../../../platform/ids.ts'
import { prepareSession } from '../../../platform/backup/session.ts'
import { dropFences, raiseFences, waitForWriters } from '../../../platform/moves/fences.ts'
import {
  activateProject,
  findMove,
  insertMove,
  leaveSource,
  markArrived,
  pauseProject,
  PauseOverError,
} from '../../../platform/moves/move-states.ts'
import type { MoveRow } from '../../../platform/moves/move-states.ts'
import { beginObjectCopies, copyObjects, useCopiedObjects } from '../../../platform/objects/object-copies.ts'
import type { CopiedObjects } from '../../../platform/objects/object-copies.ts'
import { raiseSequences } from '../../../platform/moves/prepare-target.ts'
import { removeRows, skipTriggers } from '../../../platform/moves/remove-rows.ts'
import type { TableCopy } from '../../../platform/moves/table-copy.ts'
import { copyJobs } from '../../../platform/moves/waiting-jobs.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { handOverKeys } from '../../../platform/secrets/project-keys.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { Reporter } from '../table-progress.ts'
import { numberOf } from '../table-progress.ts'
import { catchUp, copyInBulk } from './copy-project.ts'
import { matchPeople } from './people.ts'
import type { People } from './people.ts'
import { checkTarget } from './check-target.ts'
import { sealAgain } from './sealed-values.ts'
import { settle } from './settle-move.ts'

/** The states between which a move can be killed, in their order. */
export const MOVE_STEPS = [
  'announced',
  'copied',
  'paused',
  'fenced',
  'equal',
  'arrived',
  'left',
  'active',
  'removed',
] as const
export type MoveStep = (typeof MOVE_STEPS)[number]

/** One installation; `connect` opens a connection of its own for each purpose. */
export type MoveSide = {
  connect(): Promise<pg.Client>
  secrets: Secrets
  objects: ObjectStore
  publicUrl: string | null
}

export type MoveInput = {
  from: MoveSide
  to: MoveSide
  projectId: ProjectId
  /** The project works on the source again if it takes longer. */
  pauseMs: number
  /** Until every node knows keys that have arrived, and projects that have left. */
  settleMs: number
  reporter: Reporter
  signal: AbortSignal
  /** For tests and reports. */
  onStep?: (step: MoveStep) => Promise<void> | void
}

export type MoveReport = {
  name: string
  url: string | null
  rows: number
  /** How long the source refused requests until the target was active; 0 if the move was only completed. */
  pauseMs: number
  /** Members without an account on the target. */
  leftOut: string[]
}

type Connections = {
  source: pg.Client
  target: pg.Client
  sourceControl: pg.Client
  targetControl: pg.Client
}
type Move = MoveInput &
  Connections & {
    epoch: number
    name: string
    people: People
    startedAt: number
  }

export async function moveProject(input: MoveInput): Promise<MoveReport> {
  const opened: pg.Client[] = []
  const open = async (side: MoveSide) => {
    const client = await side.connect()
    opened.push(client)
    await prepareSession(client)
    return client
  }
  const onAbort = () => void Promise.all(opened.map((client) => client.end().catch(() => undefined)))
  input.signal.addEventListener('abort', onAbort)
  try {
    const sourceControl = await open(input.from)
    const targetControl = await open(input.to)
    await beAlone(sourceControl, input.projectId)
    const left = await settle({ ...input, sourceControl, targetControl })
    if (left) return await complete({ ...input, sourceControl, targetControl }, left)
    const connections = {
      source: await open(input.from),
      target: await open(input.to),
      sourceControl,
      targetControl,
    }
    return await begin({ ...input, ...connections })
  } finally {
    input.signal.removeEventListener('abort', onAbort)
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)))
  }
}

/** Two moves of a project at once would end each other. The lock ends with the connection. */
async function beAlone(client: pg.Client, projectId: ProjectId): Promise<void> {
  const { rows } = await client.query<{ is_alone: boolean }>(
    "select pg_try_advisory_lock(hashtext('project move'), hashtext($1)) as is_alone",
    [projectId],
  )
  if (rows[0]?.is_alone !== true) throw new Error('Another command is moving this project at the moment.')
}

type Controls = MoveInput & Pick<Connections, 'sourceControl' | 'targetControl'>

async function begin(input: MoveInput & Connections): Promise<MoveReport> {
  const { projectId, source, target, sourceControl, targetControl, onStep = () => undefined } = input
  const stores = { from: input.from.objects, to: input.to.objects }
  const name = await checkTarget({ source, target, projectId, ...stores })
  await skipTriggers(target)
  // The rows are removed at the end; it is better to find out now that this is not allowed.
  await skipTriggers(sourceControl)
  await sourceControl.query('reset session_replication_role')
  const people = await matchPeople({ source, target, projectId })
  const before = [await findMove(sourceControl, projectId), await findMove(targetControl, projectId)]
  const epoch = Math.max(...before.map((move) => move?.epoch ?? 0)) + 1
  const move: Move = {
    ...input,
    epoch,
    name,
    people,
    startedAt: performance.now(),
  }
  try {
    await announce(move)
    await onStep('announced')
    input.reporter.say(`Copying the project ${name}`)
    const copies = await copyInBulk(move)
    await beginObjectCopies(target)
    await copyStoredBytes(move, move.signal)
    await onStep('copied')
    await sleepUntil(move.startedAt + move.settleMs, move.signal)
    return await handOver(move, copies)
  } catch (error) {
    throw await undo(input, error)
  }
}

async function announce(move: Move): Promise<void> {
  const { projectId, epoch, name, sourceControl, targetControl } = move
  const shared = { projectId, epoch, name }
  await insertMove(sourceControl, {
    ...shared,
    state: 'leaving',
    otherUrl: move.to.publicUrl,
  })
  await insertMove(targetControl, {
    ...shared,
    state: 'arriving',
    otherUrl: move.from.publicUrl,
  })
  // Before the rows, so that every node of the target can read the links of the project by the time it is active.
  await handOverKeys(
    {
      source: { client: sourceControl, secrets: move.from.secrets },
      target: { client: targetControl, secrets: move.to.secrets },
    },
    projectId,
  )
}

async function handOver(move: Move, copies: readonly TableCopy[]): Promise<MoveReport> {
  const { projectId, epoch, source, target, sourceControl, onStep = () => undefined } = move
  const pausedAt = performance.now()
  const over = AbortSignal.timeout(move.pauseMs)
  const signal = AbortSignal.any([over, move.signal])
  await pauseProject(sourceControl, {
    projectId,
    epoch,
    pauseMs: move.pauseMs,
  })
  await onStep('paused')
  move.reporter.say('The project pauses')
  // A claim that began before the pause may not be committed yet. Behind the fence its result could not be recorded, and the
  // target would send the email again.
  await waitForWriters(sourceControl, { table: 'email_queue', signal })
  await untilNothingIsSent(sourceControl, { projectId, signal })
  await raiseFences(sourceControl, { projectId, signal })
  await onStep('fenced')
  await source.query('begin isolation level repeatable read, read only')
  const rows = await catchUp({ source, target, projectId }, copies, over)
  const { lost } = await copyStoredBytes(move, signal)
  if (lost > 0) {
    move.reporter.say(
      `The object store does not have ${numberOf(lost)} of the objects; their rows have moved`,
    )
  }
  await useCopiedObjects({ target, projectId })
  await sealAgain({
    target,
    projectId,
    from: move.from.secrets,
    to: move.to.secrets,
  })
  await copyJobs({ source, target }, projectId)
  await raiseSequences(source, target)
  await source.query('commit')
  await onStep('equal')
  const paused = await findMove(sourceControl, projectId)
  await markArrived(target, {
    projectId,
    epoch,
    disabledAt: paused?.disabled_at ?? null,
  })
  await target.query('commit')
  await onStep('arrived')
  await leaveSource(sourceControl, { projectId, epoch })
  await onStep('left')
  const url = move.to.publicUrl
  const report = {
    name: move.name,
    url,
    rows,
    pauseMs: 0,
    leftOut: move.people.leftOut,
  }
  return complete(move, { epoch }, { ...report, pauseMs: () => performance.now() - pausedAt })
}

/** Copies the objects of the rows that are on the target and have none there yet. */
async function copyStoredBytes(move: Move, signal: AbortSignal): Promise<CopiedObjects> {
  const { from, to, target, targetControl, projectId, reporter } = move
  const progress = { table: 'objects', rows: 0, bytes: 0 }
  const copied = await copyObjects({
    target,
    targetControl,
    from: from.objects,
    to: to.objects,
    projectId,
    signal,
    onObjects(objects, bytes) {
      progress.rows += objects
      progress.bytes += bytes
      reporter.table({ ...progress, isDone: false })
    },
  })
  reporter.table({ ...progress, isDone: true })
  return copied
}

const LOOK_EVERY_MS = 100

/** An email that a server has accepted must be recorded where it was sent. A claim of a dead worker ends with its lease. */
async function untilNothingIsSent(
  client: pg.Client,
  { projectId, signal }: { projectId: ProjectId; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from email_queue where project_id = $1 and status = 'SENDING'
         and lease_until > clock_timestamp()) as found`,
      [projectId],
    )
    if (rows[0]?.found !== true) return
    signal.throwIfAborted()
    await sleep(LOOK_EVERY_MS)
  }
}

type CompletedReport = Omit<MoveReport, 'pauseMs'> & { pauseMs: () => number }

/** Does the rest after the source has left; every part may run again. */
async function complete(
  move: Controls,
  { epoch }: Pick<MoveRow, 'epoch'>,
  begun?: CompletedReport,
): Promise<MoveReport> {
  const { projectId, sourceControl, targetControl, onStep = () => undefined } = move
  const there = await findMove(targetControl, projectId)
  const isWaiting = there?.state === 'arrived' && there.epoch === epoch
  if (isWaiting) await activateProject(targetControl, { projectId, epoch })
  const pauseMs = begun?.pauseMs() ?? 0
  await onStep('active')
  move.reporter.say('The project is active on the target; removing its rows here')
  await sleep(move.settleMs)
  await skipTriggers(sourceControl)
  await removeRows(sourceControl, projectId)
  await dropFences(sourceControl, { projectId })
  await onStep('removed')
  return {
    ...(begun ?? {
      name: there?.project_name ?? '',
      url: move.to.publicUrl,
      rows: 0,
      leftOut: [],
    }),
    pauseMs,
  }
}

/** Returns the error to throw: what happened, and what it means for the project. */
async function undo(input: MoveInput & Connections, error: unknown): Promise<Error> {
  const { source, target } = input
  await Promise.all([source, target].map((client) => client.end().catch(() => undefined)))
  try {
    const { sourceControl, targetControl, projectId } = input
    const left = await settle({ projectId, sourceControl, targetControl })
    if (left) return new Error(HALFWAY, { cause: error })
  } catch (failure) {
    return new Error(UNKNOWN, { cause: failure })
  }
  if (error instanceof PauseOverError || (error as Error).name === 'TimeoutError') return new Error(TOO_SLOW)
  return new Error('The project was not moved, and works here as before', {
    cause: error,
  })
}

const HALFWAY =
  'The project has left this installation, but is not active on the other one yet. Run the same command again: it completes the move.'
const UNKNOWN =
  'The move was interrupted. Run the same command again: it completes the move, or cleans up and begins anew. Unless it was complete, the project works here again within two minutes'
const TOO_SLOW =
  'The project was not moved, because the pause was not long enough, and works here as before. Try again when it has less to do, or allow a longer pause: --pause <seconds>'

const sleepUntil = (atMs: number, signal: AbortSignal): Promise<void> =>
  sleep(Math.max(atMs - performance.now(), 0), undefined, { signal })

export const describeMove = ({ name, url, rows, pauseMs, leftOut }: MoveReport): string =>
  [
    `Project ${name} has moved${url === null ? '' : ` to ${url}`}.`,
    ...(rows === 0
      ? []
      : [`${numberOf(rows)} rows; it sent nothing for ${(pauseMs / 1000).toFixed(1)} seconds.`]),
    ...(leftOut.length === 0 ? [] : [`Members without an account there: ${leftOut.join(', ')}`]),
  ].join('\n')
