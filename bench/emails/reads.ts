// Lists as a dashboard opens them: one caller, one request after the other, total included.
import { createCursors } from '../../src/platform/http/replies/cursors.ts'
import { lowestIdOf } from '../../src/platform/ids.ts'
import type { ProjectId } from '../../src/platform/ids.ts'
import { createSecrets } from '../../src/platform/secrets/secrets.ts'
import type { Api } from '../harness/api.ts'
import type { Result } from '../harness/result.ts'
import { ENCRYPTION_KEY } from '../harness/stage.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile, tidyUp, timed } from '../harness/timing.ts'
import { EMAILS } from './fill.ts'
import type { FillCounts } from './fill.ts'

const REQUESTS = 200
// Where a request takes seconds.
const FEW_REQUESTS = 5
const TARGET_MS = 50
const HALF_A_YEAR_MS = 180 * 86_400_000

type ReadCase = { what: string; paths: string[]; isTarget?: boolean; requests?: number; isEmpty?: boolean }

export async function benchReads(
  stage: Stage,
  add: (result: Result) => void,
  filled: FillCounts,
): Promise<void> {
  const api = stage.openApi({ connections: 1 })
  for (const read of [...(await singles(stage, filled)), ...lists(filled), ...reported()]) {
    const begunAt = stage.processorMs()
    const { times, total } = await measure(api, {
      ...read,
      requests: stage.sized(read.requests ?? REQUESTS),
      isFull: isFull(stage),
    })
    const spentMs = (stage.processorMs() - begunAt) / times.length
    add({
      what: `${read.what}, p95`,
      detail: `p50 ${quantile(times, 0.5).toFixed(1)} ms, processor ${spentMs.toFixed(1)} ms${total === null ? '' : `, total ${total.toLocaleString('en-GB')}`}`,
      value: quantile(times, 0.95),
      unit: 'ms',
      ...(read.isTarget !== false && { target: { atMost: TARGET_MS } }),
    })
  }
}

const isFull = ({ sized }: Stage): boolean => sized(EMAILS) === EMAILS

type Answer = { id?: string; emails?: unknown[]; total?: number | null }

async function measure(
  api: Api,
  { what, paths, requests, isEmpty = false, isFull }: ReadCase & { requests: number; isFull: boolean },
) {
  tidyUp()
  const times: number[] = []
  let total: number | null = null
  for (let i = 0; i < requests; i += 1) {
    const path = paths[i % paths.length] ?? ''
    let answer: Answer = {}
    times.push(
      await timed(async () => {
        answer = await api.get<Answer>(path)
      }),
    )
    // An empty page is fast; it must not pass for a measurement. In a small run what is rare may be missing.
    const hasNone = answer.id === undefined && (answer.emails?.length ?? 0) === 0
    if (hasNone !== isEmpty && isFull) throw new Error(`${what}: ${path} found ${JSON.stringify(answer)}`)
    total = answer.total ?? total
  }
  return { times, total }
}

async function singles(stage: Stage, { projects }: FillCounts): Promise<ReadCase[]> {
  // In a small run the hundredth page may not exist.
  const percent = isFull(stage) ? 1 : 100
  const { rows } = await stage.pool.query<{ id: string; contact_id: string }>(
    `select id, contact_id from (
       select id, contact_id from emails tablesample system (${percent}) where project_id = $1 and contact_id is not null
     ) as sample order by random() limit 200`,
    [projects[0]],
  )
  const contacts = rows.map((row) => row.contact_id)
  return [
    { what: 'one email', paths: rows.map(({ id }) => `/emails/${id}`) },
    { what: "first page of a contact's email", paths: contacts.map((id) => `/contacts/${id}/emails`) },
    { what: 'the same, by filter', paths: contacts.map((id) => `/emails?contactId=${id}`) },
  ]
}

function lists({ projects }: FillCounts): ReadCase[] {
  const cursors = createCursors(createSecrets(ENCRYPTION_KEY))
  const halfAYearAgo = lowestIdOf(new Date(Date.now() - HALF_A_YEAR_MS))
  const cursor = cursors.encode('emails', projects[0] as ProjectId, halfAYearAgo)
  const rare = ['BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELLED']
  return [
    { what: 'first page of /emails', paths: ['/emails'] },
    { what: 'page of half a year ago', paths: [`/emails?cursor=${cursor}`] },
    ...rare.map((status) => ({
      what: `first page of status ${status}`,
      paths: [`/emails?status=${status}`],
    })),
    { what: 'first page of a status that none has', paths: ['/emails?status=SCHEDULED'], isEmpty: true },
    ...[1, 4, 8, 12].map((kind) => ({
      what: `first page of a tag that one in ${2 ** (kind + 2)} has`,
      paths: [`/emails?tag=kind-${kind}`],
    })),
    { what: 'first page of a tag that only an early month has', paths: ['/emails?tag=last%20winter'] },
    { what: 'first page of a tag that none has', paths: ['/emails?tag=never'], isEmpty: true },
    { what: 'search for an address', paths: ['/emails?search=person-4711%40'] },
    { what: 'search for a subject that one in twenty has', paths: ['/emails?search=news%207%20for'] },
    { what: 'search for what none has', paths: ['/emails?search=nobody'], isEmpty: true },
  ]
}

/** Without a target: their totals count millions. */
const reported = (): ReadCase[] => [
  {
    what: 'first page of status SENT',
    paths: ['/emails?status=SENT'],
    requests: FEW_REQUESTS,
    isTarget: false,
  },
  {
    what: 'the same without its total',
    paths: ['/emails?status=SENT&total=false'],
    isTarget: false,
  },
  {
    what: 'search for a part of an address that one contact in a hundred has',
    paths: ['/emails?search=person-47'],
    requests: FEW_REQUESTS,
    isTarget: false,
  },
]
