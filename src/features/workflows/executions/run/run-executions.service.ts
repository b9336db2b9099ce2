// The runner: advances executions that are due or have input, as far as they can go. State, history and effects are
// committed together, so a crash repeats nothing and loses nothing.
//
// A batch is one transaction. If it fails, each of its executions gets its own; an error of a single one becomes the reason
// why its step failed, and never holds up others.
import { inTransaction } from '../../../../platform/db/client.ts'
import type { Db } from '../../../../platform/db/client.ts'
import {
  isDatabaseUnavailable,
  isDeadlock,
  isTimeOut,
  refusalCode,
} from '../../../../platform/db/failures/database-errors.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ExecutionId, ProjectId } from '../../../../platform/ids.ts'
import { holdingClaim } from '../../../../platform/work/due-rows.ts'
import type { LeasedWork } from '../../../../platform/work/work-kinds.ts'
import { createEmailAnnouncer } from '../../../delivery/index.ts'
import { ANNOUNCEMENTS } from '../../../events/index.ts'
import type { Filters } from '../../../filters/index.ts'
import { advanceBatch } from './advance-batch.service.ts'
import type { BatchResult, RunnerParts, Tools } from './advance-batch.service.ts'
import type { Definitions } from '../definitions.service.ts'
import { ContentGoneError, EffectError } from '../effects/effect-group.ts'
import { createEmailContents } from '../effects/email-contents.service.ts'
import { createStepValues } from '../effects/step-values.service.ts'
import type { WantedEmail } from '../effects/email-contents.service.ts'
import { ConditionQueryError } from '../facts/unanswered.ts'
import { failExecution, listExecutionsById } from '../executions.queries.ts'
import type { ExecutionClaim } from '../executions.queries.ts'
import { CALLS, EXECUTIONS } from '../work-tables.ts'
import { createStepNames } from './step-names.service.ts'

// A transaction of fifty takes some 50 ms, during which their contacts are locked; enough executions share its commit.
const BATCH = 50

// Two connections of a pool of ten are enough to keep the database busy, and leave the rest to requests.
const SLOTS = 2

// Many times what a batch takes on a busy machine.
const LEASE_MS = 60_000

// An execution that has failed this often within hours will fail tomorrow too.
const MOST_ATTEMPTS = 20

/** See platform/work. */
export function executionWork(
  parts: RunnerParts,
  { filters, definitions }: { filters: Filters; definitions: Definitions },
): LeasedWork<ExecutionId> {
  const tools: Tools = {
    ...parts,
    filters,
    definitions,
    contents: createEmailContents(parts),
    values: createStepValues(parts),
    names: createStepNames(),
    announcer: createEmailAnnouncer(parts.database.db, parts.log),
  }
  return {
    type: 'leased',
    name: 'workflow executions',
    table: EXECUTIONS,
    batchSize: BATCH,
    slots: SLOTS,
    slotsPerProject: SLOTS,
    leaseMs: LEASE_MS,
    wakes: [ANNOUNCEMENTS, CALLS],
    run: (claims) => runClaims(tools, claims),
  }
}

async function runClaims(tools: Tools, claims: readonly ExecutionClaim[]): Promise<void> {
  const projectId = claims[0]?.projectId
  if (!projectId) return
  const exhausted = claims.filter(({ attempts }) => attempts > MOST_ATTEMPTS)
  for (const claim of exhausted) await giveUp(tools, claim, `It failed ${MOST_ATTEMPTS} times to continue.`)
  const fresh = claims.filter((claim) => !exhausted.includes(claim))
  try {
    await runBatch(tools, { projectId, claims: fresh, refused: new Map() })
  } catch (error) {
    if (isTransient(error)) throw error
    for (const claim of fresh) await runSingly(tools, { projectId, claim })
  }
}

/** inTransaction retries deadlocks; one that gets here has used up its retries. */
function isTransient(error: unknown): boolean {
  if (error instanceof EffectError) return isUnavailable(error.cause)
  // A condition that times out is itself the cause.
  if (error instanceof ConditionQueryError) return isUnavailable(error.cause) && !isTimeOut(error.cause)
  return isUnavailable(error)
}

const isUnavailable = (error: unknown) => isDatabaseUnavailable(error) || isDeadlock(error)

type StepRefusals = ReadonlyMap<ExecutionId, ReadonlyMap<string, string>>
type BatchRun = { projectId: ProjectId; claims: readonly ExecutionClaim[]; refused: StepRefusals }

// Each round builds the emails that the one before was missing; fifty steps have fewer different emails than this.
const MOST_IDLE_ROUNDS = 60

async function runBatch(tools: Tools, { projectId, claims, refused }: BatchRun): Promise<void> {
  let left = claims
  const known = new Map([...refused].map(([id, reasons]) => [id, new Map(reasons)]))
  let idle = 0
  while (left.length > 0) {
    if (idle > MOST_IDLE_ROUNDS) throw new Error('an execution waits for emails that are never ready')
    const result = await advanceOnce(tools, { projectId, claims: left, refused: known })
    idle = result && result.left.length < left.length ? 0 : idle + 1
    if (result === undefined) continue
    if (result.hasEmails) tools.announcer.announce(projectId)
    for (const [id, missing] of result.missing) {
      const reasons = known.get(id) ?? new Map<string, string>()
      for (const { stepId, make } of missing) {
        const reason = await make()
        if (reason !== undefined) reasons.set(stepId, reason)
      }
      known.set(id, reasons)
    }
    left = result.left
  }
}

/** Undefined if a content had to be rebuilt. */
async function advanceOnce(tools: Tools, batch: BatchRun): Promise<BatchResult | undefined> {
  const { projectId, claims } = batch
  const rows = await listExecutionsById(tools.database.db, { projectId, ids: claims.map(({ id }) => id) })
  const nameRefusals = await tools.names.claim(tools, { projectId, rows })
  const contactIds = rows.map((row) => row.contact_id)
  try {
    return await inTransaction(tools.database.db, (trx) =>
      advanceBatch(trx, { ...tools, ...batch, nameRefusals, contactIds }),
    )
  } catch (error) {
    if (!(error instanceof ContentGoneError)) throw error
    await rebuildContent(tools, error.wanted)
    return undefined
  }
}

async function rebuildContent({ contents }: Tools, wanted: WantedEmail): Promise<void> {
  contents.forget(wanted)
  await contents.make(wanted)
}

/** Retries with each refused step marked as failed, until the transaction succeeds. */
async function runSingly(
  tools: Tools,
  { projectId, claim }: { projectId: ProjectId; claim: ExecutionClaim },
): Promise<void> {
  const reasons = new Map<string, string>()
  const refused = new Map([[claim.id, reasons]])
  for (;;) {
    try {
      return await runBatch(tools, { projectId, claims: [claim], refused })
    } catch (error) {
      if (isTransient(error)) throw error
      tools.log.error({ err: error, projectId, executionId: claim.id }, 'an execution could not go on')
      if (!(error instanceof EffectError) || reasons.has(error.stepId)) {
        return giveUp(tools, claim, refusalText(error))
      }
      reasons.set(error.stepId, refusalText(error.cause))
    }
  }
}

/** A text without internals: our own message, or the code of the error. */
function refusalText(error: unknown): string {
  if (error instanceof AppError) {
    const [problem] = error.fields ?? []
    return problem ? `${problem.field} ${problem.message}.` : error.message
  }
  const [what, cause] =
    error instanceof ConditionQueryError
      ? ['A condition cannot be evaluated', error.cause]
      : ['The step could not be done', error]
  return `${what} (${refusalCode(cause)}). The log of the server has the details.`
}

async function giveUp({ database, clock, log }: Tools, claim: ExecutionClaim, reason: string): Promise<void> {
  const { projectId, id } = claim
  log.error({ projectId, executionId: id, reason }, 'an execution was given up')
  await holdingClaim(database.db as Db, { table: EXECUTIONS, claim }, (trx) =>
    failExecution(trx, { projectId, executionId: id, reason, now: clock.now() }),
  )
}
