// Figures and recipients of a campaign. Figures come from counters, which change in the transactions that change the rows:
// nothing here reads emails one by one.
import type { z } from 'zod'
import { readNamedCounter, readNamedCounters } from '../../../platform/db/counters.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { isSearched } from '../../../platform/db/like.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { CampaignId, EmailId, ProjectId } from '../../../platform/ids.ts'
import { countHeldOfCampaigns } from '../../delivery/index.ts'
import { FIGURE_LABELS, listReadership, share } from '../../emails/index.ts'
import type { Readership } from '../../emails/index.ts'
import { goalFiguresOf, holdoutResultOf, readGoalCounts, readGoalTotals } from '../../goals/index.ts'
import type { GoalCounts } from '../../goals/index.ts'
import { listCampaigns, listCampaignsOf, listSentBefore } from '../campaign-list.queries.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow, CampaignSummaryRow, CampaignStatsRow } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { compareTotals } from './comparison.ts'
import type { CampaignComparison } from './comparison.schema.ts'
import { MOST_COMPARED } from './comparison.values.ts'
import { bestHourFigures } from './best-hour-figures.ts'
import { countBounceCodes, countDomains } from './breakdown.queries.ts'
import { readLinks } from './clicks.service.ts'
import { countWaitingBy, countFoundRecipients, listRecipients } from './recipient-list.queries.ts'
import type { ReadRecipientRow, RecipientRow, RecipientStatus } from './recipient-list.queries.ts'
import { waitEndsAt } from '../sending/sample.ts'
import { firstDayOf, timelineOf } from './timeline.ts'
import { variantProportion, linkClicksOf, linksByUrl, totalsOf, variantTotals } from './statistics.ts'
import type { CampaignAndGoalCounts, Totals } from './statistics.ts'
import type { GoalResult } from './figures.schema.ts'
import type { CampaignStatistics, CampaignBreakdown } from './statistics.schema.ts'
import { measureVariants, nameOf } from './variant-test.ts'
import type { TestMeasurement } from './variant-test.ts'
import { countReasons } from './bounce-reasons.ts'
import { countProviders } from './mailbox-providers.ts'

export async function readTotals(
  db: Db | Trx,
  campaign: CampaignRow,
): Promise<{ totals: Totals; counts: Map<string, number> }> {
  const { project_id: projectId, id: name } = campaign
  const counts = await readNamedCounter(db, { projectId, counter: 'campaigns', name })
  return { totals: totalsIn(campaign, counts), counts }
}

function totalsIn(campaign: CampaignSummaryRow, counts: ReadonlyMap<string, number>): Totals {
  const { recipient_count: recipients, acted_count: testRecipients } = campaign
  const withoutEmail = campaign.gone_count + campaign.unsent_count
  return totalsOf({ recipients: recipients ?? 0, testRecipients, withoutEmail, counts })
}

/** A page of the list. The counters of all its campaigns are read in one statement. */
export async function listCampaignsWithStats(
  db: Db | Trx,
  query: Parameters<typeof listCampaigns>[1],
): Promise<Page<CampaignStatsRow>> {
  const page = await listCampaigns(db, query)
  return { ...page, rows: await withStats(db, { projectId: query.projectId, rows: page.rows }) }
}

/** The campaigns that still exist, with their figures. */
export async function readCampaignsWithStats(
  db: Db | Trx,
  query: { projectId: ProjectId; ids: readonly CampaignId[] },
): Promise<CampaignStatsRow[]> {
  return withStats(db, { projectId: query.projectId, rows: await listCampaignsOf(db, query) })
}

async function withStats(
  db: Db | Trx,
  { projectId, rows }: { projectId: ProjectId; rows: readonly CampaignSummaryRow[] },
): Promise<CampaignStatsRow[]> {
  const started = rows.filter(({ started_at: startedAt }) => startedAt !== null)
  const names = started.map(({ id }) => id)
  const counted = await readNamedCounters(db, {
    projectId,
    counter: 'campaigns',
    names,
    rests: FIGURE_LABELS,
  })
  const campaignIds = started.filter(({ status }) => status === 'SENDING').map(({ id }) => id)
  const held = await countHeldOfCampaigns(db, { projectId, campaignIds })
  const goals = await readGoalTotals(db, {
    projectId,
    ownerIds: started.filter(({ goal }) => goal !== null).map(({ id }) => id),
  })
  const statsOf = (row: CampaignSummaryRow) => {
    if (row.started_at === null) return null
    const { refused: _, ...figures } = totalsIn(row, counted.get(row.id) ?? new Map<string, number>())
    const { delivered } = figures
    const goal = goalResultOf(row, { counts: goals.get(row.id) ?? new Map(), delivered })
    return { ...figures, held: held.get(row.id) ?? 0, goal }
  }
  return rows.map((row) => ({ ...row, stats: statsOf(row) }))
}

export async function readStatistics(
  db: Db | Trx,
  { now, ...ref }: CampaignRef & { now: Date },
): Promise<z.input<typeof CampaignStatistics>> {
  const campaign = requireCampaign(await findCampaign(db, ref))
  const { projectId } = ref
  const { totals, counts } = await readTotals(db, campaign)
  const { refused: _, ...figures } = totals
  const goalCounts = await goalCountsOf(db, campaign)
  const hours = await readNamedCounter(db, { projectId, counter: 'campaign_hours', name: campaign.id })
  const clicked = linkClicksOf(counts)
  const linksOf = await readLinks(db, { projectId, clicked })
  const held = await countHeldOfCampaigns(db, { projectId, campaignIds: [campaign.id] })
  return {
    ...figures,
    held: held.get(campaign.id) ?? 0,
    ...testFigures(campaign, { counts, goalCounts }),
    bestHour: bestHourFigures(campaign, { counts, goalCounts, now }),
    goal: goalResultOf(campaign, { counts: goalCounts, delivered: figures.delivered }),
    holdout: holdoutOf(campaign, { counts: goalCounts, now }),
    links: linksByUrl(clicked, ({ contentId, link }) => linksOf.get(contentId)?.[link]),
    timeline: campaign.started_at === null ? [] : timelineOf(hours, campaign.started_at),
    firstDay: campaign.started_at === null ? [] : firstDayOf(hours, campaign.started_at),
  }
}

function goalResultOf(
  { goal }: Pick<CampaignSummaryRow, 'goal'>,
  { counts, delivered }: { counts: GoalCounts; delivered: number },
): z.input<typeof GoalResult> | null {
  if (goal === null) return null
  const figures = goalFiguresOf(counts)
  return { event: goal.event, ...figures, conversionRate: share(figures.conversions, delivered) }
}

/** The campaign against those that were sent before it. Reads the counters of eleven campaigns, in one statement. */
export async function readComparison(
  db: Db | Trx,
  ref: CampaignRef,
): Promise<z.input<typeof CampaignComparison>> {
  const campaign = requireCampaign(await findCampaign(db, ref))
  const { started_at: startedAt } = campaign
  if (startedAt === null) return { compared: 0, rates: null }
  const others = await listSentBefore(db, { ...ref, startedAt, limit: MOST_COMPARED })
  const names = [campaign, ...others].map(({ id }) => id)
  const { projectId } = ref
  const query = { projectId, counter: 'campaigns', names, rests: FIGURE_LABELS }
  const counted = await readNamedCounters(db, query)
  const totals = (row: CampaignSummaryRow) => totalsIn(row, counted.get(row.id) ?? new Map())
  return compareTotals(totals(campaign), others.map(totals))
}

/** Recipients get their emails over hours or days: both groups are counted until the window of the last one is over. */
function holdoutOf(
  { holdout, goal, frozen_at: since, sent_at: sentAt, cancelled_at: cancelledAt }: CampaignRow,
  { counts, now }: { counts: GoalCounts; now: Date },
) {
  if (holdout === null || goal === null) return null
  const windowFrom = sentAt ?? cancelledAt
  return holdoutResultOf({ holdout, goal, counts, since, windowFrom, now, reading: 'once' })
}

/** The result of a variant test if it were decided now. */
export async function measureTest(db: Db | Trx, campaign: CampaignRow): Promise<TestMeasurement> {
  const { project_id: projectId, id: name } = campaign
  const counts = await readNamedCounter(db, { projectId, counter: 'campaigns', name })
  return measure(campaign, { counts, goalCounts: await goalCountsOf(db, campaign) })
}

/** Without a goal there are none to read. */
const goalCountsOf = async (
  db: Db | Trx,
  { project_id: projectId, id: ownerId, goal }: CampaignRow,
): Promise<GoalCounts> => (goal === null ? new Map() : readGoalCounts(db, { projectId, ownerId }))

const measure = ({ variants, test }: CampaignRow, counts: CampaignAndGoalCounts): TestMeasurement =>
  measureVariants(
    [null, ...(variants ?? [])].map((_, index) =>
      variantProportion(counts, { index, metric: test?.metric ?? 'clicks' }),
    ),
  )

type TestFigures = Pick<z.input<typeof CampaignStatistics>, 'variants' | 'test'>

/** Decisions of earlier versions do not say who made them: none was made by hand. */
type StoredDecision = TestMeasurement & { decidedAt: string; isChosenByHand?: boolean }

/** Current rates, with the decision as it was made. */
function testFigures(campaign: CampaignRow, counts: CampaignAndGoalCounts): TestFigures {
  const { test, variants, winner } = campaign
  if (test === null || variants === null) return { variants: [], test: null }
  const now = measure(campaign, counts)
  const decided = campaign.decision as StoredDecision | null
  const { best, isConclusive, lead } = decided ?? now
  return {
    variants: now.variants.map(({ variant, rate, from, to }, index) => ({
      variant,
      subject: variants[index - 1]?.subject ?? campaign.subject,
      ...variantTotals(counts, index),
      rate,
      rateFrom: from,
      rateTo: to,
    })),
    test: {
      metric: test.metric,
      sampleSize: campaign.sample_count,
      decidesAt: waitEndsAt(campaign)?.toISOString() ?? null,
      winner: winner === null ? null : nameOf(winner),
      decidedAt: decided?.decidedAt ?? null,
      isChosenByHand: decided?.isChosenByHand === true,
      best,
      isConclusive,
      lead,
    },
  }
}

type RecipientsQuery = CampaignRef & {
  status?: RecipientStatus | undefined
  search?: string | undefined
  limit: number
  after: string | undefined
  isTotalWanted: boolean
}

export async function readRecipients(
  db: Db | Trx,
  { isTotalWanted, limit, after, status, search, ...ref }: RecipientsQuery,
): Promise<{ page: Page<ReadRecipientRow>; total: number | null }> {
  const campaign = requireCampaign(await findCampaign(db, ref))
  const narrowed = { projectId: ref.projectId, campaignId: ref.campaignId, campaign, status, search }
  const found = await listRecipients(db, { ...narrowed, limit, after })
  const page = { ...found, rows: await withReadership(db, { ...ref, rows: found.rows }) }
  if (!isTotalWanted) return { page, total: null }
  const total = isSearched(search)
    ? await countFoundRecipients(db, narrowed)
    : await countRecipients(db, { campaign, status })
  return { page, total }
}

async function withReadership(
  db: Db | Trx,
  { projectId, rows }: { projectId: ProjectId; rows: readonly RecipientRow[] },
): Promise<ReadRecipientRow[]> {
  const emailIds = rows.flatMap(({ id, has_email: hasEmail }) => (hasEmail ? [id as EmailId] : []))
  const readership = await listReadership(db, { projectId, emailIds })
  const byEmail = new Map<string, Readership>(readership.map((one) => [one.email_id, one]))
  return rows.map((row) => {
    const { opened = false, clicked = false } = byEmail.get(row.id) ?? {}
    return { ...row, opened, clicked }
  })
}

const WAITING: ReadonlySet<RecipientStatus> = new Set(['QUEUED', 'SCHEDULED', 'SENDING', 'DEFERRED'])

/** Exact, from counters; only waiting emails are counted in the queue. Test recipients are listed too. */
async function countRecipients(
  db: Db | Trx,
  { campaign, status }: { campaign: CampaignRow; status: RecipientStatus | undefined },
): Promise<number> {
  const { totals, counts } = await readTotals(db, campaign)
  const tests = testTotals(campaign, counts)
  const both = (figure: 'recipients' | 'bounced' | 'cancelled' | 'queued') => totals[figure] + tests[figure]
  if (status === undefined) return both('recipients')
  if (status === 'BOUNCED') return both('bounced')
  if (status === 'CANCELLED') return both('cancelled')
  if (status === 'SUPPRESSED') return totals.suppressed + tests.suppressed
  if (!WAITING.has(status)) return (counts.get(status) ?? 0) + (counts.get(`test ${status}`) ?? 0)
  const waiting = await countWaitingBy(db, campaign)
  const others = ['SCHEDULED', 'SENDING', 'DEFERRED'].reduce((sum, one) => sum + (waiting.get(one) ?? 0), 0)
  return status === 'QUEUED' ? Math.max(0, both('queued') - others) : (waiting.get(status) ?? 0)
}

/** The figures of test recipients, whose labels begin with 'test '. */
function testTotals({ acted_count: recipients }: CampaignRow, counts: ReadonlyMap<string, number>): Totals {
  const own = [...counts].flatMap(([label, count]): [string, number][] =>
    label.startsWith('test ') ? [[label.slice('test '.length), count]] : [],
  )
  return totalsOf({ recipients, testRecipients: 0, withoutEmail: 0, counts: new Map(own) })
}

// With this many, shares are exact to half a per cent, and reading takes about 50 ms.
const MOST_COUNTED = 20_000

export async function readBreakdown(
  db: Db | Trx,
  ref: CampaignRef,
): Promise<z.input<typeof CampaignBreakdown>> {
  const { started_at: startedAt } = requireCampaign(await findCampaign(db, ref))
  if (startedAt === null) return { providers: partOf(0, []), bounces: partOf(0, []) }
  const query = { emails: { ...ref, startedAt }, limit: MOST_COUNTED }
  const [sum, ...domains] = await countDomains(db, query)
  const codes = await countBounceCodes(db, query)
  const total = sum ?? { emails: 0, delivered: 0, bounced: 0, complained: 0 }
  const named = domains.map(({ domain, ...counts }) => ({ domain: domain ?? '', ...counts }))
  const bounced = codes.reduce((count, one) => count + one.count, 0)
  return {
    providers: partOf(total.emails, countProviders(named, total)),
    bounces: partOf(bounced, countReasons(codes)),
  }
}

const partOf = <T>(looked: number, list: T[]) => ({ looked, isSampled: looked >= MOST_COUNTED, list })
