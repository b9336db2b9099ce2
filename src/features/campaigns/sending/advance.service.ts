// Advances a campaign from any state. Any node may run it, several at once: every step locks the campaign, checks its state and
// changes it in the same transaction. So the step of a killed node is rolled back, and the next node repeats it.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import {
  cancelCampaignEmails,
  countWaitingEmails,
  createEmailAnnouncer,
  insertContent,
  markContentUsed,
} from '../../delivery/index.ts'
import type { EmailAnnouncer } from '../../delivery/index.ts'
import type { Filters } from '../../filters/index.ts'
import { findCampaign, lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { campaignUser } from '../campaign-user.ts'
import { recordSenderUse } from '../sender-use.service.ts'
import { readTotals } from '../statistics/statistics.service.ts'
import { autoPauseReason, countsSince, deliveryCountsOf } from './auto-pause.ts'
import { createCampaignContents } from './campaign-content.service.ts'
import type { CampaignContents } from './campaign-content.service.ts'
import { listUnderWay, setContents, setSending } from './campaign-state.queries.ts'
import { feedBatch, finishCampaign, LOOK_AGAIN_MS } from './feed.service.ts'
import { freezeCampaign, inLockOrder } from './freeze.service.ts'
import { isTimed, untilNextMinute } from './timing/local-time.ts'
import { sampleState } from './sample.ts'
import { settleSample } from './sample.service.ts'
import { enqueueAdvance } from './send-campaign.service.ts'
import { pauseLocked } from './pause-cancel.service.ts'

// Retries may wait for hours; checking the campaign this often lets it finish soon after the last one.
const LONGEST_SNOOZE_MS = 30_000

export type AdvanceCampaign = (ref: CampaignRef, options: { signal: AbortSignal }) => Promise<Outcome>

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log'>

type Tools = Parts & {
  filters: Filters
  contents: CampaignContents
  announcer: EmailAnnouncer
}

/** The outcome of the job, or undefined if there is another step to run. */
type Step = Outcome | undefined

export function createAdvance(parts: Parts, { filters }: { filters: Filters }): AdvanceCampaign {
  const { database, log } = parts
  const contents = createCampaignContents(parts)
  const tools = { ...parts, filters, contents, announcer: createEmailAnnouncer(database.db, log) }
  return async (ref, { signal }) => {
    for (;;) {
      const outcome = await runStep(tools, { ref, signal })
      if (outcome) return outcome
    }
  }
}

type Run = { ref: CampaignRef; signal: AbortSignal }

async function runStep(tools: Tools, { ref, signal }: Run): Promise<Step> {
  const campaign = await findCampaign(tools.database.db, ref)
  if (campaign?.status === 'SCHEDULED') return startIfDue(tools, { ref, campaign })
  if (campaign?.status === 'CANCELLED') return cancelReturned(tools, { ref, campaign })
  if (campaign?.status !== 'SENDING' || campaign.paused_at !== null) return done
  const waitMs = untilTime(campaign.leaves_at, tools.clock.now())
  if (waitMs > 0) return snooze(waitMs)
  if (campaign.frozen_at === null) return freeze(tools, campaign)
  const { totals } = await readTotals(tools.database.db, campaign)
  const reason = autoPauseReason(countsSince(deliveryCountsOf(totals), campaign.judged_from))
  if (reason !== undefined) {
    await pauseIfSending(tools, { campaign, reason })
    return undefined
  }
  if (sampleState(campaign, tools.clock.now()).kind === 'closed') return awaitSample(tools, ref)
  await ensureContents(tools, { ref, campaign })
  return feed(tools, { ref, signal })
}

/** Waits between the sample and the rest. The limits of auto-pause.ts apply meanwhile. */
async function awaitSample({ database, clock }: Tools, ref: CampaignRef): Promise<Step> {
  const now = clock.now()
  const waiting = await settleSample(database.db, { ref, now })
  return waiting && snooze(withinLimits((waiting.until?.getTime() ?? 0) - now.getTime()))
}

const withinLimits = (ms: number): number => Math.min(LONGEST_SNOOZE_MS, Math.max(LOOK_AGAIN_MS, ms))

type LoadedCampaign = { ref: CampaignRef; campaign: CampaignRow }

/** "its time comes" of docs/states.md. */
async function startIfDue(
  { database, config, clock }: Tools,
  { ref, campaign: seen }: LoadedCampaign,
): Promise<Step> {
  const now = clock.now()
  const waitMs = untilTime(seen.scheduled_at, now)
  if (waitMs > 0) return snooze(waitMs)
  await inTransaction(database.db, async (trx) => {
    const campaign = await lockCampaign(trx, ref)
    if (campaign?.status !== 'SCHEDULED' || untilTime(campaign.scheduled_at, now) > 0) return
    const problem = await recordSenderUse(trx, {
      ...campaignUser(ref),
      address: campaign.from_email,
      config,
    }).then(() => undefined, unverifiedReason)
    await setSending(trx, { ...ref, leavesAt: now, now })
    if (problem !== undefined) await pauseLocked(trx, { campaign, reason: problem, now })
  })
  return undefined
}

/** Pauses the campaign for errors that only its owner can fix, such as a segment that was deleted. */
async function freeze(tools: Tools, stored: CampaignRow): Promise<Step> {
  const { database, clock, filters } = tools
  try {
    const campaign = await tools.contents.current(stored)
    const contents = await tools.contents.makeContents(campaign)
    const isDone = await freezeCampaign(database.db, { campaign, contents, filters, now: clock.now() })
    return isDone ? undefined : snooze(LOOK_AGAIN_MS)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await pauseIfSending(tools, { campaign: stored, reason: error.fields?.[0]?.message ?? error.message })
    return undefined
  }
}

async function pauseIfSending(
  { database, clock }: Tools,
  { campaign: seen, reason }: { campaign: CampaignRow; reason: string },
): Promise<void> {
  const ref = { projectId: seen.project_id, campaignId: seen.id }
  await inTransaction(database.db, async (trx) => {
    const campaign = await lockCampaign(trx, ref)
    if (campaign?.status !== 'SENDING' || campaign.paused_at !== null) return
    await pauseLocked(trx, { campaign, reason, now: clock.now() })
  })
}

/** Stores the contents again if they were erased: unused content is erased after weeks, and a pause may last as long. */
async function ensureContents(
  { database: { db }, clock, contents: made }: Tools,
  { ref, campaign }: LoadedCampaign,
): Promise<void> {
  const { content_id: own, content_ids: all } = campaign
  const { projectId } = ref
  const now = clock.now()
  let isComplete = true
  for (const contentId of all ?? [own].filter((id) => id !== null)) {
    if (!(await markContentUsed(db, { projectId, contentId, now }))) isComplete = false
  }
  if (isComplete) return
  const contents = await made.makeContents(campaign)
  for (const content of inLockOrder(contents)) {
    await insertContent(db, { projectId, content, blobs: [], now })
  }
  await setContents(db, { ...ref, contentIds: contents.map(({ id }) => id) })
}

async function feed({ database: { db }, clock, announcer }: Tools, { ref, signal }: Run): Promise<Step> {
  for (;;) {
    if (signal.aborted) return snooze(0)
    const result = await feedBatch(db, { ...ref, now: clock.now() })
    if (result === 'stopped') return done
    if (result === 'sampled') return undefined
    if (typeof result === 'object') return snooze(withinLimits(result.waitMs))
    announcer.announce(ref.projectId)
    if (result === 'over') break
  }
  if (await finishCampaign(db, { ...ref, now: clock.now() })) return done
  return snooze(await untilNextDue(db, { ref, now: clock.now() }))
}

/** Cancels emails that workers had claimed when the campaign was cancelled, and have returned to the queue since. */
async function cancelReturned(
  { database: { db }, clock }: Tools,
  { ref, campaign }: LoadedCampaign,
): Promise<Outcome> {
  const { started_at: startedAt, frozen_at: frozenAt } = campaign
  if (startedAt === null || frozenAt === null) return done
  const left = await inTransaction(db, async (trx) => {
    await lockCampaign(trx, ref)
    await cancelCampaignEmails(trx, { ...ref, startedAt, now: clock.now() })
    return countWaitingEmails(trx, { ...ref, startedAt })
  })
  return left.count === 0 ? done : snooze(LOOK_AGAIN_MS)
}

const untilTime = (at: Date | null, now: Date): number => (at?.getTime() ?? 0) - now.getTime()

/** The message of a DOMAIN_NOT_VERIFIED error; other errors are rethrown. */
function unverifiedReason(error: unknown): string {
  if (error instanceof AppError && error.code === 'DOMAIN_NOT_VERIFIED') return error.message
  throw error
}

/** Time until the next email is due, within limits. */
async function untilNextDue(db: Db, { ref, now }: { ref: CampaignRef; now: Date }): Promise<number> {
  const campaign = await findCampaign(db, ref)
  if (!campaign?.started_at) return LOOK_AGAIN_MS
  const { nextAt } = await countWaitingEmails(db, { ...ref, startedAt: campaign.started_at })
  const dueInMs = (nextAt?.getTime() ?? 0) - now.getTime()
  // Another time zone may be due every minute.
  const zoneInMs = isTimed(campaign) ? untilNextMinute(now) : LONGEST_SNOOZE_MS
  return Math.min(zoneInMs, withinLimits(dueInMs))
}

/** Enqueues every campaign that is being sent or due, for those whose job was lost or has failed. */
export async function enqueueCampaigns(db: Db, { now }: { now: Date }): Promise<void> {
  for (const ref of await listUnderWay(db, { now })) await enqueueAdvance(db, ref)
}
