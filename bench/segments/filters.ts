// Previews and lists of members, as the editor of a segment requests them: one caller, one request after the other.
import type { Database } from '../../src/platform/db/client.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { maintainIndexes } from '../../src/features/segments/indexes/indexes.service.ts'
import type { Api } from '../harness/api.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile, tidyUp, timed } from '../harness/timing.ts'

const all = (...conditions: object[]) => ({ operator: 'AND', conditions })
const any = (...conditions: object[]) => ({ operator: 'OR', conditions })
const days = (amount: number) => ({ amount, unit: 'days' })

const CITY = { field: 'data.city', operator: 'equals', value: 'city-42' }
const PLAN = { field: 'data.plan', operator: 'equals', value: 'plan-3' }
const VIP = { field: 'data.vip', operator: 'equals', value: true }
const OLD = { field: 'data.age', operator: 'greaterThanOrEqual', value: 65 }
const NAME = { field: 'data.firstName', operator: 'contains', value: 'name 42' }
const TRIAL = { field: 'data.trialEndsAt', operator: 'withinNext', value: days(3) }
const PAID = { field: 'event.order.paid', operator: 'triggered', within: days(7) }
const NOT_PAID = { field: 'event.order.paid', operator: 'notTriggered', within: days(7) }
const OFTEN = {
  field: 'event.login',
  operator: 'triggered',
  count: { atLeast: 3 },
  where: [{ field: 'data.amount', operator: 'greaterThan', value: 400 }],
}

const BIRTHDAY = { field: 'data.trialEndsAt', operator: 'anniversaryIn', value: days(0) }
const SOON = { field: 'data.trialEndsAt', operator: 'anniversaryWithinNext', value: days(7) }
const OPENED = {
  field: 'emailActivity.opened',
  operator: 'triggered',
  within: days(14),
  count: { atLeast: 2 },
}
const CLICKED = { field: 'emailActivity.clicked', operator: 'triggered', link: { contains: '/sale/42' } }
const clickedOf = (templateId: string) => ({
  field: 'emailActivity.clicked',
  operator: 'triggered',
  templateId,
})

const inTopic = (key: string, value: boolean) => ({ field: `topics.${key}`, operator: 'equals', value })

type Preview = { what: string; filters: object; requests: number; atMost?: number }

const PREVIEWS: Preview[] = [
  { what: 'equality, 0.1 % of the contacts', filters: all(VIP), requests: 40, atMost: 150 },
  { what: 'equality, 1 %', filters: all(CITY), requests: 40, atMost: 150 },
  { what: 'equality, 10 %', filters: all(PLAN), requests: 20, atMost: 500 },
  {
    what: 'in a topic that was chosen, 10 %',
    filters: all(inTopic('offers', true)),
    requests: 10,
    atMost: 500,
  },
  { what: 'in an implied topic, 80 %', filters: all(inTopic('news', true)), requests: 10, atMost: 500 },
  { what: 'not in an implied topic', filters: all(inTopic('news', false)), requests: 10, atMost: 500 },
  {
    what: 'left, by the state of the subscription',
    filters: all({ field: 'subscriptionState', operator: 'equals', value: 'LEFT' }),
    requests: 10,
    atMost: 500,
  },
  { what: 'in a topic, and a city', filters: all(inTopic('news', true), CITY), requests: 10, atMost: 500 },
  { what: 'five leaves, all of them', filters: all(PLAN, OLD, NAME, TRIAL, PAID), requests: 5, atMost: 2000 },
  { what: 'five leaves, any of them', filters: any(CITY, OLD, NAME, TRIAL, PAID), requests: 5, atMost: 2000 },
  {
    what: 'five leaves, without event',
    filters: all(PLAN, OLD, NAME, TRIAL, NOT_PAID),
    requests: 5,
    atMost: 2000,
  },
  {
    what: 'five leaves, counted events',
    filters: any(CITY, VIP, NAME, TRIAL, OFTEN),
    requests: 5,
    atMost: 2000,
  },
  { what: 'an order without an index', filters: all(OLD), requests: 5 },
  { what: 'a part of a text', filters: all(NAME), requests: 5 },
  { what: 'dates without an index', filters: all(TRIAL), requests: 5 },
  { what: 'an anniversary today', filters: all(BIRTHDAY), requests: 5, atMost: 2000 },
  { what: 'an anniversary within 7 days', filters: all(SOON), requests: 5, atMost: 2000 },
  { what: 'opened two emails in 14 days', filters: all(OPENED), requests: 5, atMost: 2000 },
  { what: 'clicked a link by a part of its URL', filters: all(CLICKED), requests: 5, atMost: 2000 },
  { what: 'an event, or a city', filters: any(CITY, PAID), requests: 5 },
]

export async function benchFilters(
  { openApi }: Stage,
  add: (result: Result) => void,
  { database, templateId }: { database: Database; templateId: string },
): Promise<void> {
  const api = openApi({ connections: 1 })
  for (const preview of PREVIEWS) add(await measurePreview(api, preview))
  const ofTemplate = { what: 'clicked in emails of one template', filters: all(clickedOf(templateId)) }
  add(await measurePreview(api, { ...ofTemplate, requests: 5, atMost: 2000 }))
  await api.post('/segments', { name: 'Seniors whose trial ends', filters: all(OLD, TRIAL) })
  const builtMs = await timed(() =>
    maintainIndexes({
      db: database.within(0).db,
      log: createLog('silent'),
      signal: new AbortController().signal,
    }),
  )
  add({ what: 'building the two indexes of a saved segment', value: builtMs, unit: 'ms' })
  add(await measurePreview(api, { what: 'dates with an index', filters: all(TRIAL), requests: 20 }))
  await benchMembers(api, add)
}

async function measurePreview(api: Api, { what, filters, requests, atMost }: Preview): Promise<Result> {
  let count = 0
  let stopped = 0
  const times = await repeat(requests, async () => {
    await api.post<{ count: number }>('/segments/preview', { filters }).then(
      (answer) => (count = answer.count),
      (error: Error) => {
        if (!error.message.includes('takes too long')) throw error
        stopped += 1
      },
    )
  })
  const limits = stopped > 0 ? `, ${stopped} of ${requests} stopped at the limit` : ''
  return {
    what: `preview: ${what}, p95`,
    detail: `p50 ${quantile(times, 0.5).toFixed(0)} ms, ${count.toLocaleString('en-GB')} contacts${limits}`,
    value: quantile(times, 0.95),
    unit: 'ms',
    ...(atMost !== undefined && { target: { atMost } }),
  }
}

const MEMBER_REQUESTS = 50
const MEMBERS_TARGET_MS = 50

async function benchMembers(api: Api, add: (result: Result) => void): Promise<void> {
  const dynamic = await api.post<{ id: string }>('/segments', { name: 'City', filters: all(CITY) })
  const tracked = { name: 'City, tracked', filters: all(CITY), trackMembership: true }
  let followed = { id: '' }
  const createdMs = await timed(async () => {
    followed = await api.post<{ id: string }>('/segments', tracked)
  })
  add({ what: 'creating a tracked segment with 1 % of the contacts', value: createdMs, unit: 'ms' })
  for (const [what, path, hasTarget] of [
    ['of a dynamic segment, without its total', `/segments/${dynamic.id}/contacts?total=false`, true],
    ['of a dynamic segment, with its total', `/segments/${dynamic.id}/contacts`, false],
    ['of a tracked segment, with its total', `/segments/${followed.id}/contacts`, true],
  ] as const) {
    const times = await repeat(MEMBER_REQUESTS, () => api.get(path))
    add({
      what: `first page of members ${what}, p95`,
      detail: `p50 ${quantile(times, 0.5).toFixed(1)} ms`,
      value: quantile(times, 0.95),
      unit: 'ms',
      ...(hasTarget && { target: { atMost: MEMBERS_TARGET_MS } }),
    })
  }
}

async function repeat(requests: number, ask: () => Promise<unknown>): Promise<number[]> {
  tidyUp()
  const times: number[] = []
  for (let i = 0; i < requests; i += 1) times.push(await timed(ask))
  return times
}
