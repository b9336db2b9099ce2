// One run: which domains the account has, and the figures of those that projects have verified. Each domain is stored at once, so that the
// next run goes on where a failure ended this one.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { GoogleCredentials } from '../../../platform/postmaster-settings.ts'
import { dayAfter } from '../../../platform/time/days.ts'
import type { DayRange } from '../../../platform/time/days.ts'
import { localDay } from '../../../platform/time/local-day.ts'
import type { SourceTools } from '../ask-source.service.ts'
import { PERIOD_MS } from '../next-run.ts'
import { KEPT_DAYS } from '../postmaster.values.ts'
import { SourceFailure } from '../source-failure.ts'
import { readAccessToken } from './access-token.service.ts'
import { complianceOf } from './compliance.ts'
import { createGoogleApi } from './google-api.service.ts'
import type { GoogleApi } from './google-api.service.ts'
import {
  deleteOldDays,
  listDomainsToAsk,
  replaceDomains,
  saveDomain,
  saveDomainProblem,
} from './google.queries.ts'
import {
  daysOfStats,
  ERROR_METRICS,
  LOOP_METRICS,
  loopIdsOf,
  loopRateMetrics,
  MAIN_METRICS,
} from './metrics.ts'
import type { MetricDefinition } from './metrics.ts'

export type GoogleDeps = Pick<Deps, 'database' | 'clock' | 'http'> & Pick<SourceTools, 'limits'>

// A new domain gets its past; afterwards the latest days are enough, which Google corrects and adds late.
const FIRST_DAYS = 90
const NEXT_DAYS = 14

// Domains asked about in the last run count as asked, although that took some minutes.
const SLACK_MS = PERIOD_MS / 4

type Run = { credentials: GoogleCredentials; url: string; signal: AbortSignal }

/**
 * Returns whether all domains were asked about before the signal.
 * @throws SourceFailure
 */
export async function askGoogle(deps: GoogleDeps, { credentials, url, signal }: Run): Promise<boolean> {
  const { db } = deps.database
  const token = await readAccessToken(deps, credentials)
  const api = createGoogleApi({ tools: deps, url, token })
  const listed = await api.listDomains()
  await inTransaction(db, (trx) => replaceDomains(trx, listed))
  const now = deps.clock.now()
  const due = await listDomainsToAsk(db, { askedBefore: new Date(now.getTime() - PERIOD_MS + SLACK_MS) })
  for (const domain of due) {
    if (signal.aborted) return false
    await askAboutDomain(deps, { api, ...domain })
  }
  await deleteOldDays(db, { oldest: dayAfter(localDay(now, 'UTC'), -KEPT_DAYS) })
  return true
}

type DomainRun = { api: GoogleApi; domain: string; lastDay: string | null }

/** A refusal that concerns this domain alone does not end the run. */
async function askAboutDomain(deps: GoogleDeps, { api, domain, lastDay }: DomainRun): Promise<void> {
  const { db } = deps.database
  const askedAt = deps.clock.now()
  const yesterday = dayAfter(localDay(askedAt, 'UTC'), -1)
  const range = { from: dayAfter(yesterday, 1 - (lastDay === null ? FIRST_DAYS : NEXT_DAYS)), to: yesterday }
  try {
    const stats = await api.query(domain, { metrics: MAIN_METRICS, range })
    const more = await askForMore(api, { domain, range })
    const compliance = complianceOf(await readCompliance(api, domain), domain)
    const days = daysOfStats([...stats, ...more.stats])
    await inTransaction(db, (trx) =>
      saveDomain(trx, { domain, days, compliance, problem: more.problem, askedAt }),
    )
  } catch (error) {
    if (!(error instanceof SourceFailure) || !isOfDomain(error)) throw error
    await saveDomainProblem(db, { domain, problem: error.message, askedAt })
  }
}

/** A missing permission, or a domain that Google does not know any more. 401 concerns the account. */
const isOfDomain = ({ status }: SourceFailure): boolean =>
  status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 429

type More = { stats: Awaited<ReturnType<GoogleApi['query']>>; problem: string | null }

/** Figures that Google does not have for every domain. Without them the others are still of use. */
async function askForMore(
  api: GoogleApi,
  { domain, range }: { domain: string; range: DayRange },
): Promise<More> {
  const more: More = { stats: [], problem: null }
  const ask = async (metrics: readonly MetricDefinition[]): Promise<More['stats']> => {
    if (metrics.length === 0) return []
    try {
      return await api.query(domain, { metrics, range })
    } catch (error) {
      if (!(error instanceof SourceFailure) || error.status !== 400) throw error
      more.problem = error.message
      return []
    }
  }
  const errors = await ask(ERROR_METRICS)
  const loops = await ask(loopRateMetrics(loopIdsOf(await ask(LOOP_METRICS))))
  more.stats = [...errors, ...loops]
  return more
}

/** Google has no verdicts about domains with little email. */
async function readCompliance(api: GoogleApi, domain: string) {
  try {
    return await api.readCompliance(domain)
  } catch (error) {
    if (error instanceof SourceFailure && error.status === 404) return {}
    throw error
  }
}
