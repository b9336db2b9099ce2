// A year of reports about ten domains, each from ten reporters with 20 sources per day: the pages of the desk of a domain.
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { median, quantile, tidyUp, timed } from '../harness/timing.ts'

const DOMAINS = 10
const DAYS = 365
const REPORTERS = 10
const SOURCES = 20
const REQUESTS = 20
const TARGET_MS = 300
const DAY_MS = 86_400_000

type Api = ReturnType<Stage['openApi']>

export async function benchReports(stage: Stage, add: (result: Result) => void): Promise<void> {
  const api = stage.openApi({ connections: 1 })
  const days = stage.sized(DAYS)
  const domainIds = await makeDomains(api)
  await fill(stage, { domainIds, days })
  const from = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  const pages = [
    { what: 'the summary of a year', path: (id: string) => `/domains/${id}/reports?from=${from(days - 1)}` },
    { what: 'the summary of 30 days', path: (id: string) => `/domains/${id}/reports` },
    {
      what: 'the first page of the sources of a year, with its total',
      path: (id: string) => `/domains/${id}/reports/sources?from=${from(days - 1)}`,
    },
  ]
  for (const { what, path } of pages) {
    const times = await measure(api, { paths: domainIds.map(path), requests: stage.sized(REQUESTS) })
    add({
      what: `${what}, p95`,
      detail: `p50 ${median(times).toFixed(0)} ms`,
      value: quantile(times, 0.95),
      unit: 'ms',
      target: { atMost: TARGET_MS },
    })
  }
}

async function makeDomains(api: Api): Promise<string[]> {
  const made: string[] = []
  for (let n = 0; n < DOMAINS; n += 1) {
    made.push((await api.post<{ id: string }>('/domains', { domain: `shop${n}.example.com` })).id)
  }
  return made
}

/** Every message is aligned, but for those of one source in twenty. */
async function fill(
  { pool }: Stage,
  { domainIds, days }: { domainIds: readonly string[]; days: number },
): Promise<void> {
  await pool.query(
    `insert into dmarc_days (project_id, domain_id, day, is_signed, reporter, receiver, source, disposition,
       is_dkim_aligned, is_spf_aligned, is_ours, messages)
     select d.project_id, d.id, current_date - ago, true, 'reporter' || r || '.example', 'reporter' || r || '.example',
       ('203.0.113.' || s)::inet, 'none', s > 1, s > 1, s > 1, 10 + (ago + s + r) % 90
     from domains as d, generate_series(0, $2::int - 1) as ago, generate_series(1, ${REPORTERS}) as r,
       generate_series(1, ${SOURCES}) as s
     where d.id = any($1)`,
    [domainIds, days],
  )
  await pool.query(
    `insert into report_sources (project_id, domain_id, source, first_day, last_day)
     select project_id, domain_id, source, min(day), max(day) from dmarc_days group by 1, 2, 3`,
  )
  await pool.query(
    `insert into sent_days (project_id, domain_id, day, receiver, emails)
     select project_id, domain_id, day, receiver, sum(messages) from dmarc_days group by 1, 2, 3, 4`,
  )
  await pool.query('vacuum analyze dmarc_days, report_sources, sent_days')
}

async function measure(
  api: Api,
  { paths, requests }: { paths: readonly string[]; requests: number },
): Promise<number[]> {
  tidyUp()
  const times: number[] = []
  for (let n = 0; n < requests; n += 1) {
    times.push(await timed(() => api.get(paths[n % paths.length] ?? '')))
  }
  return times
}
