// The runner: takes executions whose time has come, or to which something has happened, as far as they can go. State,
// history and effects are committed together, so a crash repeats nothing and loses nothing.
//
// A batch is one transaction. If it fails, each of its executions gets one of its own; what a single one is refused for
// becomes the reason why its step failed, and never holds up others.
import { inTransaction } from '../../../../platform/db/client.ts'
import type { Db } from '../../../../platform/db/client.ts'
import {
  isDatabaseAway,
  isDeadlock,
  isTimeOut,
  refusalCode,
} from '../../../../platform/db/failures/database-errors.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ExecutionId, ProjectId } from '../../../../platform/ids.ts'
import { holdClaims } from '../../../../platform/work/due-rows.ts'
import type { Claim } from '../../../../platform/work/due-rows.ts'
import type { WorkKind } from '../../../../platform/work/work-loop.ts'
import { createEmailAnnouncer } from '../../../delivery/index.ts'
import type { Filters } from '../../../filters/index.ts'
import { advanceBatch } from './advance-batch.service.ts'
import type { Advanced } from './advance-batch.service.ts'
import type { Definitions } from '../definitions.service.ts'
import { ContentGoneError, EffectError } from '../effects/effect-errors.ts'
import { createEmailContents } from '../effects/email-contents.service.ts'
import { createStepValues } from '../effects/step-values.service.ts'
import type { WantedEmail } from '../effects/email-contents.service.ts'
import { QuestionError } from '../facts/unanswered.ts'
import { EXECUTIONS, failExecution, listExecutionsById } from '../executions.queries.ts'
import type { RunnerParts, Tools } from './runner-tools.ts'
import { createStepNames } from './step-names.service.ts'

// A transaction of fifty takes some 50 ms, for which their contacts are locked; it shares its commit among enough.
const BATCH = 50

// Two connections of a pool of ten are enough to keep the database busy, and leave the rest to requests.
const SLOTS = 2

// Many times what a batch takes on a busy machine.
const LEASE_MS = 60_000

// What has failed as often as this within hours, without a reason of its own, will fail tomorrow.
const MOST_ATTEMPTS = 20

/** How executions are run: see platform/work. */
export function executionWork(
  parts: RunnerParts,
  { filters, definitions }: { filters: Filters; definitions: Definitions },
): WorkKind {
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
    name: 'workflow executions',
    table: EXECUTIONS,
    batchSize: BATCH,
    slots: SLOTS,
    slotsPerProject: SLOTS,
    leaseMs: LEASE_MS,
    run: (claims) => runClaims(tools, claims),
  }
}

async function runClaims(tools: Tools, claims: readonly Claim[]): Promise<void> {
  const projectId = claims[0]?.projectId
  if (!projectId) return
  const tired = claims.filter(({ attempts }) => attempts > MOST_ATTEMPTS)
  for (const claim of tired) await giveUp(tools, claim, `It could not be continued ${MOST_ATTEMPTS} times.`)
  const fresh = claims.filter((claim) => !tired.includes(claim))
  try {
    await runTogether(tools, { projectId, claims: fresh, refused: new Map() })
  } catch (error) {
    if (isNobodysFault(error)) throw error
    for (const claim of fresh) await runAlone(tools, { projectId, claim })
  }
}

/** Deadlocks are tried again by inTransaction; one that comes here was one too many. */
function isNobodysFault(error: unknown): boolean {
  if (error instanceof EffectError) return isAway(error.cause)
  // A condition that takes too long does so because of what it asks.
  if (error instanceof QuestionError) return isAway(error.cause) && !isTimeOut(error.cause)
  return isAway(error)
}

const isAway = (error: unknown) => isDatabaseAway(error) || isDeadlock(error)

type Refused = ReadonlyMap<ExecutionId, ReadonlyMap<string, string>>
type Together = { projectId: ProjectId; claims: readonly Claim[]; refused: Refused }

// Each round makes the emails that the one before had to wait for; a walk of fifty steps has fewer kinds of email.
const MOST_IDLE_ROUNDS = 60

async function runTogether(tools: Tools, { projectId, claims, refused }: Together): Promise<void> {
  let left = claims
  const known = new Map([...refused].map(([id, reasons]) => [id, new Map(reasons)]))
  let idle = 0
  while (left.length > 0) {
    if (idle > MOST_IDLE_ROUNDS) throw new Error('an execution waits for emails that are never ready')
    const advanced = await advanceOnce(tools, { projectId, claims: left, refused: known })
    idle = advanced && advanced.left.length < left.length ? 0 : idle + 1
    if (advanced === undefined) continue
    if (advanced.hasEmails) tools.announcer.announce(projectId)
    for (const [id, missing] of advanced.missing) {
      const reasons = known.get(id) ?? new Map<string, string>()
      for (const { stepId, make } of missing) {
        const reason = await make()
        if (reason !== undefined) reasons.set(stepId, reason)
      }
      known.set(id, reasons)
    }
    left = advanced.left
  }
}

/** Undefined: a content has to be made again. */
async function advanceOnce(tools: Tools, together: Together): Promise<Advanced | undefined> {
  const { projectId, claims } = together
  const rows = await listExecutionsById(tools.database.db, { projectId, ids: claims.map(({ id }) => id) })
  const unnamed = await tools.names.claim(tools, { projectId, rows })
  const contactIds = rows.map((row) => row.contact_id)
  try {
    return await inTransaction(tools.database.db, (trx) =>
      advanceBatch(trx, { ...tools, ...together, unnamed, contactIds }),
    )
  } catch (error) {
    if (!(error instanceof ContentGoneError)) throw error
    await makeAgain(tools, error.wanted)
    return undefined
  }
}

async function makeAgain({ contents }: Tools, wanted: WantedEmail): Promise<void> {
  contents.forget(wanted)
  await contents.make(wanted)
}

/** Tries again without the steps that were refused, until it goes through: these fail with the reason. */
async function runAlone(
  tools: Tools,
  { projectId, claim }: { projectId: ProjectId; claim: Claim },
): Promise<void> {
  const reasons = new Map<string, string>()
  const refused = new Map([[claim.id as ExecutionId, reasons]])
  for (;;) {
    try {
      return await runTogether(tools, { projectId, claims: [claim], refused })
    } catch (error) {
      if (isNobodysFault(error)) throw error
      tools.log.error({ err: error, projectId, executionId: claim.id }, 'an execution could not go on')
      if (!(error instanceof EffectError) || reasons.has(error.stepId)) {
        return giveUp(tools, claim, refusalText(error))
      }
      reasons.set(error.stepId, refusalText(error.cause))
    }
  }
}

/** What may be shown to anybody: our own words, or the kind of the error. */
function refusalText(error: unknown): string {
  if (error instanceof AppError) {
    const [problem] = error.fields ?? []
    return problem ? `${problem.field} ${problem.message}.` : error.message
  }
  const [what, cause] =
    error instanceof QuestionError
      ? ['A condition cannot be evaluated', error.cause]
      : ['The step could not be done', error]
  return `${what} (${refusalCode(cause)}). The log of the server has the details.`
}

async function giveUp({ database, clock, log }: Tools, claim: Claim, reason: string): Promise<void> {
  const { projectId, id } = claim
  log.error({ projectId, executionId: id, reason }, 'an execution was given up')
  await inTransaction(database.db as Db, async (trx) => {
    const [held] = await holdClaims(trx, { table: EXECUTIONS, claims: [claim] })
    if (!held) return
    await failExecution(trx, { projectId, executionId: id as ExecutionId, reason, now: clock.now() })
  })
}
