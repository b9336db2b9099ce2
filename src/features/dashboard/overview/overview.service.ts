import type { z } from 'zod'
import { isInbox } from '../../../platform/config.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { countContacts } from '../../contacts/index.ts'
import { HEALTH_LIMITS } from '../../delivery/health/health.values.ts'
import { readHealth } from '../../delivery/index.ts'
import { listDomains, toDomain } from '../../domains/index.ts'
import {
  countDays,
  readSetupProgress,
  listActiveWorkflows,
  listRunningCampaigns,
} from './overview.queries.ts'
import type { DayCount, RunningCampaign, SetupProgress } from './overview.queries.ts'
import type { Overview } from './overview.schema.ts'

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
  const dates = Array.from({ length: DAYS }, (_, ago) => dateOf(now.getTime() - (DAYS - 1 - ago) * DAY_MS))
  const days = toDays(dates, await countDays(db, { projectId, from: dates[0] ?? '' }))
  const filter = { verified: undefined, isInbox: isInbox(config) }
  const domains = await listDomains(db, { projectId, filter, limit: MOST_DOMAINS })
  const shown = domains.rows.map((row) => toDomain(row, config))
  const contacts = {
    total: await countContacts(db, { projectId, filter: {} }),
    subscribed: await countContacts(db, { projectId, filter: { subscribed: true } }),
  }
  return {
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
      hasContacts: contacts.total > 0,
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

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

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

function toDays(dates: readonly string[], rows: readonly DayCount[]): OverviewData['days'] {
  const days = new Map(dates.map((date) => [date, { date, ...NONE }]))
  for (const { day, what, count } of rows) {
    const counts = days.get(day)
    if (counts) for (const name of COUNTED_AS[what] ?? []) counts[name] += count
  }
  return [...days.values()]
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
  { hasContacts, hasDomain }: { hasContacts: boolean; hasDomain: boolean },
): OverviewData['steps'] {
  return [
    { step: 'send-email', done: progress?.hasEmail ?? false },
    { step: 'add-contacts', done: hasContacts },
    { step: 'create-template', done: progress?.hasTemplate ?? false },
    { step: 'set-sender', done: progress?.hasSender ?? false },
    { step: 'verify-domain', done: hasDomain },
    { step: 'invite', done: (progress?.members ?? 0) > 1 },
  ]
}
