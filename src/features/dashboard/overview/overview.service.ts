import type { z } from 'zod'
import { isInbox } from '../../../platform/config.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { lastDays, localDay, localDayOfHour } from '../../../platform/time/local-day.ts'
import { countContacts } from '../../contacts/index.ts'
import { HEALTH_LIMITS } from '../../delivery/health/health.values.ts'
import { readHealth } from '../../delivery/index.ts'
import { listDomains, toDomain } from '../../domains/index.ts'
import { findProject } from '../../projects/index.ts'
import {
  countHours,
  readSetupProgress,
  listActiveWorkflows,
  listRunningCampaigns,
} from './overview.queries.ts'
import type { HourCount, RunningCampaign, SetupProgress } from './overview.queries.ts'
import type { Overview } from './overview.schema.ts'
import { STEPS } from './overview.values.ts'

type OverviewData = z.infer<typeof Overview>
type Counts = OverviewData['totals']['today']

const DAYS = 30
const DAY_MS = 86_400_000

// More than fit on a screen.
const MOST_DOMAINS = 100

// As many as fit beside the figures; the list pages show the rest.
const MOST_RUNNING = 5

export async function readOverview(
  db: Db | Trx,
  { projectId, config, now }: { projectId: ProjectId; config: Config; now: Date },
): Promise<OverviewData> {
  const project = await findProject(db, { projectId })
  const timezone = project?.timezone ?? 'UTC'
  const days = await readDays(db, { projectId, timezone, now })
  const filter = { verified: undefined, isInbox: isInbox(config) }
  const domains = await listDomains(db, { projectId, filter, limit: MOST_DOMAINS })
  const shown = domains.rows.map((row) => toDomain(row, config))
  const contacts = {
    total: await countContacts(db, { projectId, filter: {} }),
    subscribed: await countContacts(db, { projectId, filter: { subscribed: true } }),
  }
  return {
    timezone,
    days,
    totals: { today: sum(days.slice(-1)), last7Days: sum(days.slice(-7)), last30Days: sum(days) },
    contacts,
    health: await readHealth(db, { projectId, now }),
    limits: HEALTH_LIMITS,
    troubledDomains: shown
      .filter(({ verified, warning }) => !verified || warning !== null)
      .map(({ id, domain, status, warning }) => ({ id, domain, status, warning: warning?.message ?? null })),
    campaigns: (await listRunningCampaigns(db, { projectId, limit: MOST_RUNNING })).map(toRunning),
    workflows: await listActiveWorkflows(db, { projectId, limit: MOST_RUNNING }),
    steps: toSteps(await readSetupProgress(db, { projectId }), {
      isInbox: isInbox(config),
      hasDomain: shown.some(({ verified }) => verified),
    }),
  }
}

const toRunning = ({
  isPaused,
  scheduledAt,
  sentAt,
  ...campaign
}: RunningCampaign): OverviewData['campaigns'][number] => ({
  ...campaign,
  paused: isPaused,
  scheduledAt: scheduledAt?.toISOString() ?? null,
  sentAt: sentAt?.toISOString() ?? null,
})

const NONE: Counts = { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0 }

/** An email is counted once under its state; opens and clicks are counted separately. */
const COUNTED_AS: Record<string, readonly (keyof Counts)[]> = {
  sent: ['sent', 'delivered'],
  delivered: ['sent', 'delivered'],
  complained: ['sent', 'delivered', 'complained'],
  bounced: ['sent', 'bounced'],
  opened: ['opened'],
  clicked: ['clicked'],
}

type DaysQuery = { projectId: ProjectId; timezone: string; now: Date }

/** Emails are counted by hours of UTC. Where a zone is half an hour off, an hour counts to the day that it begins in. */
async function readDays(
  db: Db | Trx,
  { projectId, timezone, now }: DaysQuery,
): Promise<OverviewData['days']> {
  const days = new Map(lastDays(DAYS, { now, timezone }).map((date) => [date, { date, ...NONE }]))
  // A day earlier, because a zone may be ahead of UTC.
  const from = localDay(new Date(now.getTime() - DAYS * DAY_MS), 'UTC')
  const byHour = Map.groupBy(await countHours(db, { projectId, from }), ({ hour }) => hour)
  for (const [hour, rows] of byHour) {
    const day = days.get(localDayOfHour(hour, timezone))
    if (day) addCounts(day, rows)
  }
  return [...days.values()]
}

function addCounts(day: Counts, rows: readonly HourCount[]): void {
  for (const { what, count } of rows) {
    for (const name of COUNTED_AS[what] ?? []) day[name] += count
  }
}

function sum(days: readonly Counts[]): Counts {
  const total = { ...NONE }
  for (const day of days) {
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += day[name]
  }
  return total
}

function toSteps(
  progress: SetupProgress | undefined,
  { isInbox: staysHere, hasDomain }: { isInbox: boolean; hasDomain: boolean },
): OverviewData['steps'] {
  const has = (name: keyof SetupProgress) => progress?.[name] ?? false
  const done: Record<(typeof STEPS)[number], boolean> = {
    'verify-domain': hasDomain,
    'add-audience': has('hasContacts') || has('hasForm'),
    'create-template': has('hasTemplate'),
    // A sent campaign makes the test needless.
    'send-test': has('hasTest') || has('hasCampaign'),
    'send-campaign': has('hasCampaign'),
    'create-key': has('hasKey'),
    'send-email': has('hasEmail'),
    'add-webhook': has('hasWebhook'),
    'set-transport': has('hasTransport') || !staysHere,
  }
  return STEPS.map((step) => ({ step, done: done[step] }))
}
