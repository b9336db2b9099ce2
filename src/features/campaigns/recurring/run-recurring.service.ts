// The runs of recurring campaigns. A run prepares its campaign outside of any transaction. One transaction then creates the
// campaign, starts it, records the run and moves the schedule, so a killed node leaves either all of it or nothing, and two
// nodes at the same time give one campaign. A run that was missed because no node was running is made up for once.
import type { Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { CampaignId, RecurringId, RunId } from '../../../platform/ids.ts'
import { nextRun } from '../../../platform/time/next-run.ts'
import { holdingClaim, postponeClaims } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { LeasedWork } from '../../../platform/work/work-kinds.ts'
import type { Filters } from '../../filters/index.ts'
import type { CampaignContent } from '../campaigns.queries.ts'
import { insertDraft, prepareCampaign } from '../campaigns.service.ts'
import { findEmptyAudience, startCampaign } from '../sending/send-campaign.service.ts'
import { fillIntoFields, rememberItems, selectItems } from './feed/campaign-feed.service.ts'
import type { SelectedItems } from './feed/campaign-feed.service.ts'
import { FeedUnavailableError, NothingToSendError } from './run-errors.ts'
import { findRecurring } from './recurring.queries.ts'
import type { RecurringRef, RecurringRow, RunRow } from './recurring.queries.ts'
import { runName } from './run-name.ts'
import { fieldsOfRun } from './run-template.service.ts'
import { advanceSchedule, deleteOldRuns, insertRun } from './runs.queries.ts'

const RECURRING = 'recurring_campaigns'

// A run waits for threads and filters most of the time.
const SLOTS = 4
const SLOTS_PER_PROJECT = 1

// Preparing four variants takes seconds, and counting an audience up to half a minute.
const LEASE_MS = 300_000

// Errors that are not about the campaign, such as a database that restarts, are over by then: the pauses add up to hours.
const MOST_ATTEMPTS = 12

type Tools = Pick<Deps, 'database' | 'clock' | 'log' | 'threads' | 'config' | 'http'> & { filters: Filters }

/** See platform/work. */
export const recurringWork = (
  deps: Omit<Tools, 'filters'>,
  { filters }: Pick<Tools, 'filters'>,
): LeasedWork<RecurringId> => ({
  type: 'leased',
  name: 'recurring campaigns',
  table: RECURRING,
  batchSize: 1,
  slots: SLOTS,
  slotsPerProject: SLOTS_PER_PROJECT,
  leaseMs: LEASE_MS,
  async run(claims) {
    for (const claim of claims) await runClaimed({ ...deps, filters }, claim)
  },
})

type ClaimedRun = { claim: Claim<RecurringId>; recurring: RecurringRow }

async function runClaimed(tools: Tools, claim: Claim<RecurringId>): Promise<void> {
  const ref = { projectId: claim.projectId, recurringId: claim.id }
  const recurring = await findRecurring(tools.database.db, ref)
  if (!recurring) return
  try {
    await sendRun(tools, { claim, recurring })
  } catch (error) {
    if (error instanceof FeedUnavailableError && (await tryAgain(tools, { claim, error }))) return
    const failure = failureOf(error, claim)
    if (!failure) throw error
    if (isUnexpected(error)) tools.log.error({ ...ref, err: error }, 'a recurring campaign failed')
    await holdingClaim(tools.database.db, { table: RECURRING, claim }, (trx) =>
      recordRun(trx, tools, { recurring, ...failure }),
    )
  }
}

// A server that restarts is back by then; later, the email would surprise.
const RETRY_AFTER_MS = [60_000, 300_000, 900_000]

/** False if there was an attempt after each pause. */
async function tryAgain(
  { database, clock }: Tools,
  { claim, error }: { claim: Claim<RecurringId>; error: FeedUnavailableError },
): Promise<boolean> {
  const pauseMs = error.isTemporary ? RETRY_AFTER_MS[claim.attempts - 1] : undefined
  if (pauseMs === undefined) return false
  const dueAt = new Date(clock.now().getTime() + pauseMs)
  await postponeClaims(database.db, { table: RECURRING, claims: [claim], dueAt })
  return true
}

const isUnexpected = (error: unknown): boolean =>
  !(error instanceof AppError || error instanceof NothingToSendError || error instanceof FeedUnavailableError)

/** The run without a campaign that an error leads to; undefined if the run is to be tried again. */
function failureOf(error: unknown, { attempts }: Claim): Pick<RunRow, 'outcome' | 'reason'> | undefined {
  if (error instanceof NothingToSendError) return { outcome: 'SKIPPED', reason: error.message }
  if (error instanceof FeedUnavailableError) return { outcome: 'FAILED', reason: error.message }
  if (error instanceof AppError) {
    const [field] = error.fields ?? []
    return { outcome: 'FAILED', reason: field ? `${field.field} ${field.message}` : error.message }
  }
  if (attempts < MOST_ATTEMPTS) return undefined
  return { outcome: 'FAILED', reason: 'An unexpected error occurred. The log of the server has the details.' }
}

/** @throws AppError, or NothingToSendError, if the campaign cannot be sent */
async function sendRun(tools: Tools, { claim, recurring }: ClaimedRun): Promise<void> {
  const { database, clock } = tools
  const { projectId } = claim
  const selected = await selectItems(tools, recurring)
  const content = await prepareRun(tools, { recurring, selected })
  const audience = { project_id: projectId, ...content }
  const query = { campaign: audience, filters: tools.filters, now: clock.now() }
  const emptiness = await findEmptyAudience(database.db, query)
  if (emptiness !== undefined) throw new NothingToSendError(emptiness)
  await holdingClaim(database.db, { table: RECURRING, claim }, async (trx) => {
    const now = clock.now()
    const campaign = await insertDraft(trx, { projectId, content, recurringId: recurring.id, now })
    await startCampaign(trx, { campaign, config: tools.config, now })
    if (selected) await rememberItems(trx, { projectId, recurringId: recurring.id, selected, now })
    await recordRun(trx, tools, {
      recurring,
      outcome: 'SENT',
      reason: null,
      campaignId: campaign.id as CampaignId,
      itemCount: selected?.feed.items.length ?? null,
    })
  })
}

type PreparedRun = { recurring: RecurringRow; selected: SelectedItems | undefined }

async function prepareRun(tools: Tools, { recurring, selected }: PreparedRun): Promise<CampaignContent> {
  const { project_id: projectId } = recurring
  const source = await fieldsOfRun(tools.database.db, { projectId, fields: recurring.fields })
  const fields = selected
    ? await fillIntoFields(tools, {
        db: tools.database.db,
        projectId,
        fields: source,
        feed: selected.feed,
      })
    : source
  const name = runName(recurring, plannedFor(recurring, tools.clock.now()).scheduledFor)
  return prepareCampaign(tools.database.db, { ...tools, projectId, fields: { name, ...fields } })
}

/** A run that somebody asked for comes first; the schedule follows at once if it is due too. */
function plannedFor(
  { run_requested_at: requestedAt, next_run_at: nextRunAt }: RecurringRow,
  now: Date,
): { scheduledFor: Date; isManual: boolean } {
  return { scheduledFor: requestedAt ?? nextRunAt ?? now, isManual: requestedAt !== null }
}

type RunResult = Pick<RunRow, 'outcome' | 'reason'> & {
  recurring: RecurringRow
  campaignId?: CampaignId
  itemCount?: number | null
}

/** The caller has locked the claim. */
async function recordRun(trx: Trx, { clock }: Tools, run: RunResult): Promise<void> {
  const { recurring, outcome, reason, campaignId = null, itemCount = null } = run
  const ref: RecurringRef = { projectId: recurring.project_id, recurringId: recurring.id }
  const now = clock.now()
  const { scheduledFor, isManual } = plannedFor(recurring, now)
  await insertRun(trx, {
    project_id: ref.projectId,
    id: newId<RunId>(now),
    recurring_id: ref.recurringId,
    outcome,
    scheduled_for: scheduledFor,
    is_manual: isManual,
    campaign_id: campaignId,
    reason,
    item_count: itemCount,
  })
  await deleteOldRuns(trx, ref)
  const isScheduleDue = recurring.enabled && !isManual
  await advanceSchedule(trx, {
    ...ref,
    nextRunAt: isScheduleDue ? nextRun(recurring, now) : recurring.next_run_at,
  })
}
