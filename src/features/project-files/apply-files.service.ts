// Makes a project like the files of a folder, in one transaction or not at all. Records are saved by the services of their
// features, so versions, limits and checks are the usual ones. These services prepare emails in threads while the transaction is
// open, which others must not do; here it is one transaction per project at a time.
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { createLaneGate } from '../../platform/concurrency/lane-gate.ts'
import type { CallerSource } from '../../platform/consent-source.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/client.ts'
import { rolledBack } from '../../platform/db/transactions/rolled-back.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { inSavepoint } from '../../platform/db/transactions/savepoint.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { Filters } from '../filters/index.ts'
import { referenceKey, referredAs } from './file-kind.ts'
import type { ProjectChecks, SaveContext } from './file-kind.ts'
import { readFiles } from './file-set.ts'
import type { FileRecord } from './file-set.ts'
import { FILE_KINDS } from './kinds.ts'
import { lookUpServers } from './look-up-servers.ts'
import { lockRecords } from './lock-records.service.ts'
import { planChanges } from './plan-changes.ts'
import type { Plan, PlannedRemoval, PlannedSave } from './plan-changes.ts'
import type { ProjectApplied, ProjectApply } from './project-files.schema.ts'
import { lockProjectFiles } from './project-files.queries.ts'
import { filesOf, readProjectState } from './project-state.service.ts'
import type { ProjectState } from './project-state.service.ts'
import { withFile } from './read-fields.ts'
import { wordsOf } from './words-of.ts'

type ApplyResult = z.input<typeof ProjectApplied>
type Change = ApplyResult['changes'][number]

type ApplyInput = {
  projectId: ProjectId
  body: z.output<typeof ProjectApply>
  source: CallerSource
  now: Date
}

type ApplyDeps = Pick<Deps, 'threads' | 'http'> & { filters: Filters; checks: Omit<ProjectChecks, 'server'> }

// A second push of the same project waits for the first; more of them are a mistake.
const MOST_WAITING = 3
const WAIT_MS = 20_000

export type ApplyFiles = (late: LateDb, input: ApplyInput) => Promise<ApplyResult>

export function createApplyFiles(deps: ApplyDeps): ApplyFiles {
  const gate = createLaneGate({ perLane: 1, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })
  return async (late, input) => {
    const leave = await gate.enter(input.projectId)
    if (!leave) throw busy()
    try {
      const files = await readFiles(input.body.files, input.projectId)
      const checks = { ...deps.checks, server: await lookUpServers(deps.http, files) }
      const secrets = new Map(Object.entries(input.body.secrets ?? {}))
      const work = { ...input, ...deps, files, checks, secrets }
      if (input.body.dryRun) return await rolledBack(late.db, (trx) => apply(trx, work))
      return await inTransaction(await late.begin(), (trx) => apply(trx, work))
    } finally {
      leave()
    }
  }
}

const busy = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'Other files are being applied to this project.',
    suggestion: 'Repeat the request after the time in Retry-After.',
    retryAfterSeconds: 5,
  })

type Work = ApplyInput &
  Omit<ApplyDeps, 'checks'> &
  Pick<SaveContext, 'checks' | 'secrets'> & { files: ReadonlyMap<string, FileRecord> }

async function apply(trx: Trx, work: Work): Promise<ApplyResult> {
  const { projectId, body } = work
  await lockProjectFiles(trx, { projectId })
  const { plan, state } = await lockedPlan(trx, work)
  const ids = idsOf(state)
  const context = { trx, late: openLate(trx), ids, ...work }
  const reserved = await reserveRecords(context, { plan, ids })
  const changes: Change[] = []
  for (const save of plan.saves) {
    const saved = { ...save, reservedId: reserved.get(save) }
    const id = await saveRecord(context, saved)
    ids.set(referenceKey(save.kind, referredAs(FILE_KINDS[save.kind], save)), id)
    changes.push(toChange(saved, await effectsOf(context, { id, save: saved, counted: changes.length })))
  }
  for (const removal of plan.removals) changes.push(await removeRecord(context, removal))
  const after = changes.length === 0 ? state : await readProjectState(trx, { projectId })
  return {
    dryRun: body.dryRun ?? false,
    changes,
    unchanged: plan.unchanged,
    base: Object.fromEntries(filesOf(after).map(({ path, hash }) => [path, hash])),
  }
}

/** The plan, with its records locked, so that it stays true. */
async function lockedPlan(trx: Trx, work: Work): Promise<{ plan: Plan; state: ProjectState }> {
  const { projectId } = work
  const first = await makePlan(trx, work)
  if (first.plan.saves.length + first.plan.removals.length === 0) return first
  await lockRecords(trx, { projectId, plan: first.plan })
  const second = await makePlan(trx, work)
  if (isDeepStrictEqual(pathsOf(first.plan), pathsOf(second.plan))) return second
  throw changing()
}

async function makePlan(trx: Db | Trx, { projectId, body, files, secrets }: Work) {
  const state = await readProjectState(trx, { projectId })
  const { base = null, prune } = body
  const plan = planChanges({ state, files, base, isPruning: prune ?? false, secrets, kinds: FILE_KINDS })
  return { plan, state }
}

const pathsOf = ({ saves, removals }: Plan) => ({
  saves: saves.map(({ path, before }) => [path, before?.id]),
  removals: removals.map(({ path, record }) => [path, record.id]),
})

const changing = () =>
  new AppError('CONFLICT', {
    message: 'Other requests are changing the same records at this moment.',
    suggestion: 'Repeat the request.',
  })

const idsOf = ({ records }: ProjectState): Map<string, string> =>
  new Map(
    [...records.values()].map(({ kind, record }) => [
      referenceKey(kind, referredAs(FILE_KINDS[kind], record)),
      record.id,
    ]),
  )

type Reservation = { plan: Plan; ids: Map<string, string> }

/** Creates the records that earlier ones, or they themselves, may refer to. */
async function reserveRecords(
  context: SaveContext,
  { plan, ids }: Reservation,
): Promise<Map<PlannedSave, string>> {
  const reserved = new Map<PlannedSave, string>()
  for (const save of plan.saves) {
    const { reserve } = FILE_KINDS[save.kind]
    if (save.before || !reserve) continue
    const id = await reserve(context, save)
    reserved.set(save, id)
    ids.set(referenceKey(save.kind, referredAs(FILE_KINDS[save.kind], save)), id)
  }
  return reserved
}

/** Everything belongs to one transaction, so an attempt that fails cannot be repeated. */
const openLate = (trx: Trx): LateDb => ({
  db: trx,
  begin: async () => trx,
  rollback: async () => {
    throw changing()
  },
})

type ReservedSave = PlannedSave & { reservedId: string | undefined }

async function saveRecord(context: SaveContext, save: ReservedSave): Promise<string> {
  const { kind, path } = save
  const { placeOf } = FILE_KINDS[kind]
  try {
    return await FILE_KINDS[kind].save(context, save)
  } catch (error) {
    throw withFile(
      error,
      path,
      placeOf && ((field) => (field.startsWith(path) ? field : placeOf(field, save))),
    )
  }
}

// Each counts contacts, which may take seconds.
const MOST_COUNTED = 50

type SavedRecord = { id: string; save: ReservedSave; counted: number }

async function effectsOf(
  context: SaveContext & Pick<ApplyInput, 'body'>,
  { id, save, counted }: SavedRecord,
): Promise<string[]> {
  if (!context.body.dryRun || counted >= MOST_COUNTED) return []
  return (await FILE_KINDS[save.kind].effects?.(context, { id, change: save })) ?? []
}

async function removeRecord(context: SaveContext, { kind, path, record }: PlannedRemoval): Promise<Change> {
  const { label, remove } = FILE_KINDS[kind]
  const about = { kind, path, name: record.name, fields: [], effects: [] }
  try {
    await inSavepoint(context.trx, async () => remove?.(context, record))
    return { ...about, action: 'deleted', words: wordsOf({ ...about, label, action: 'deleted' }) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'RESOURCE_IN_USE') throw withFile(error, path)
    return {
      ...about,
      action: 'kept',
      words: wordsOf({ ...about, label, action: 'kept', because: error.message }),
    }
  }
}

function toChange({ kind, path, name, changed: fields, before }: PlannedSave, effects: string[]): Change {
  const action = before ? 'changed' : 'created'
  const about = { kind, path, name, fields, effects }
  return { ...about, action, words: wordsOf({ ...about, label: FILE_KINDS[kind].label, action }) }
}
