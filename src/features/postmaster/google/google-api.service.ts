// The calls of the Gmail Postmaster Tools API v2 that are used.
import type { z } from 'zod'
import { dayAfter } from '../../../platform/time/days.ts'
import type { DayRange } from '../../../platform/time/days.ts'
import { askSource, parseAnswer } from '../ask-source.service.ts'
import type { SourceTools } from '../ask-source.service.ts'
import { SourceFailure } from '../source-failure.ts'
import { ApiRefusal, ComplianceAnswer, ListDomainsAnswer, QueryAnswer } from './google-answers.schema.ts'
import type { DomainStat } from './google-answers.schema.ts'
import type { ListedDomain } from './listed-domain.ts'
import type { MetricDefinition } from './metrics.ts'

export type GoogleApi = {
  /** All domains of the account. */
  listDomains(): Promise<ListedDomain[]>
  query(domain: string, question: Question): Promise<z.infer<typeof DomainStat>[]>
  readCompliance(domain: string): Promise<z.infer<typeof ComplianceAnswer>>
}

type Question = { metrics: readonly MetricDefinition[]; range: DayRange }

/** The most that Google allows. */
const PAGE_SIZE = 200
// An account with more than 10,000 domains, or an answer that never ends.
const MOST_PAGES = 50

type ApiOptions = { tools: SourceTools; url: string; token: string }

/** Every call throws a SourceFailure if there is no answer of use. */
export function createGoogleApi({ tools, url, token }: ApiOptions): GoogleApi {
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    body?: object,
  ): Promise<z.infer<Schema>> => {
    const text = await askSource(tools, {
      server: 'Google',
      url: `${url}${path}`,
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      reasonIn: reasonOf,
    })
    const parsed = schema.safeParse(parseAnswer(text))
    if (!parsed.success) {
      throw new SourceFailure('Google answers in a form that is not that of its API', { isTemporary: false })
    }
    return parsed.data
  }

  return {
    async listDomains() {
      const pages = await allPages((pageToken) => {
        const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), ...(pageToken && { pageToken }) })
        return ask(ListDomainsAnswer, `/v2/domains?${query.toString()}`)
      })
      return pages.flatMap(({ domains }) => domains).flatMap(toListed)
    },
    async query(domain, { metrics, range }) {
      const question = {
        metricDefinitions: metrics,
        timeQuery: { dateRanges: { dateRanges: [{ start: toDate(range.from), end: toDate(range.to) }] } },
        aggregationGranularity: 'DAILY',
        pageSize: PAGE_SIZE,
      }
      const path = `/v2/domains/${encodeURIComponent(domain)}/domainStats:query`
      const pages = await allPages((pageToken) =>
        ask(QueryAnswer, path, { ...question, ...(pageToken && { pageToken }) }),
      )
      return pages.flatMap(({ domainStats }) => domainStats)
    },
    readCompliance: (domain) =>
      ask(ComplianceAnswer, `/v2/domains/${encodeURIComponent(domain)}/complianceStatus`),
  }
}

async function allPages<Page extends { nextPageToken?: string | undefined }>(
  read: (token: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  let token: string | undefined
  do {
    if (pages.length === MOST_PAGES) {
      throw new SourceFailure(`Google answers with more than ${MOST_PAGES} pages`, { isTemporary: false })
    }
    const page = await read(token)
    pages.push(page)
    token = page.nextPageToken
  } while (token)
  return pages
}

const DOMAIN_NAME = /^domains\/([a-z0-9.-]{1,253})$/i

type DomainAnswer = z.infer<typeof ListDomainsAnswer>['domains'][number]

function toListed({ name, permission, verificationState }: DomainAnswer): ListedDomain[] {
  const domain = DOMAIN_NAME.exec(name)?.[1]?.toLowerCase()
  if (domain === undefined) return []
  return [{ domain, isReadable: permission !== 'NONE' && verificationState !== 'UNVERIFIED' }]
}

/** A day in the form of Google. */
function toDate(day: string): { year: number; month: number; day: number } {
  const [year, month, date] = dayAfter(day, 0).split('-').map(Number)
  return { year: year ?? 0, month: month ?? 0, day: date ?? 0 }
}

function reasonOf(body: string): string | undefined {
  return ApiRefusal.safeParse(parseAnswer(body)).data?.error.message
}
