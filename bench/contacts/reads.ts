// Lists and searches as a dashboard makes them: one caller, one request after the other, total included.
import { createCursors } from '../../src/platform/http/replies/cursors.ts'
import type { ProjectId } from '../../src/platform/ids.ts'
import { createSecrets } from '../../src/platform/secrets/secrets.ts'
import type { Api } from '../harness/api.ts'
import type { Result } from '../harness/result.ts'
import { ENCRYPTION_KEY } from '../harness/stage.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile, tidyUp, timed } from '../harness/timing.ts'
import { SEARCHES } from './contact-file.ts'

type ReadCase = {
  what: string
  /** Asked in turn. */
  paths: string[]
  requests: number
  /** Target of the p95, in milliseconds. */
  atMost?: number
  /** The least and the most that `total` may be: a wrong answer must not pass for a fast one. */
  total?: [number, number]
}

/** `isFull`: with as many rows as the numbers of hits are known for. */
type Size = { rows: number; isFull: boolean }

export async function benchReads(stage: Stage, add: (result: Result) => void, size: Size): Promise<void> {
  const api = stage.openApi({ connections: 1 })
  for (const read of await readsOf(stage, size)) {
    const { times, total } = await measure(api, { ...read, requests: stage.sized(read.requests) })
    add({
      what: `${read.what}, p95`,
      detail: `p50 ${quantile(times, 0.5).toFixed(1)} ms${total > 0 ? `, total ${total.toLocaleString('en-GB')}` : ''}`,
      value: quantile(times, 0.95),
      unit: 'ms',
      ...(read.atMost !== undefined && { target: { atMost: read.atMost } }),
    })
  }
}

/** How long each request took, and the largest total. */
async function measure(api: Api, { what, paths, requests, total: [least, most] = [0, Infinity] }: ReadCase) {
  tidyUp()
  const times: number[] = []
  let largest = 0
  for (let i = 0; i < requests; i += 1) {
    let total = 0
    times.push(
      await timed(async () => {
        total = (await api.get<{ total?: number }>(paths[i % paths.length] ?? '')).total ?? 0
      }),
    )
    if (total < least || total > most) throw new Error(`${what}: ${paths[i % paths.length]} found ${total}`)
    largest = Math.max(largest, total)
  }
  return { times, total: largest }
}

async function readsOf(stage: Stage, { rows, isFull }: Size): Promise<ReadCase[]> {
  const { cursor, ids } = await middleOf(stage, rows)
  const quick = { requests: 200, atMost: 50 }
  const list = { ...quick, total: [rows, rows] as [number, number] }
  const search = (...texts: string[]) => texts.map((text) => `/contacts?search=${encodeURIComponent(text)}`)
  return [
    { what: 'first page', paths: ['/contacts'], ...list },
    { what: 'first page of subscribed=false', paths: ['/contacts?subscribed=false'], ...quick },
    { what: 'page in the middle of the list', paths: [`/contacts?cursor=${cursor}`], ...list },
    { what: 'contact by id', paths: ids.map((id) => `/contacts/${id}`), ...quick },
    ...SEARCHES.map(({ kind, texts, hits }) => ({
      what: `search: ${kind}`,
      paths: search(...texts),
      ...quick,
      ...(isFull && { total: hits }),
    })),
    {
      what: 'search: one in five',
      paths: search('gmail', '@gmail.com'),
      requests: 40,
      atMost: 700,
      total: [rows / 5, rows / 5],
    },
    { what: 'search: two letters', paths: search('ka'), requests: 20 },
    { what: 'search: everybody', paths: search('@'), requests: 20, total: [rows, rows] },
  ]
}

/** A cursor half way down the list, and ids from everywhere. */
async function middleOf({ pool }: Stage, rows: number): Promise<{ cursor: string; ids: string[] }> {
  const { rows: found } = await pool.query<{ project_id: ProjectId; id: string }>(
    `select project_id, id from (
       select project_id, id, row_number() over (order by id desc) as place from contacts
     ) as numbered where place % $1 = 0 order by id desc`,
    [Math.floor(rows / 200)],
  )
  const middle = found[Math.floor(found.length / 2) - 1]
  if (!middle) throw new Error('there are no contacts')
  const cursor = createCursors(createSecrets(ENCRYPTION_KEY)).encode('contacts', middle.project_id, middle.id)
  return { cursor, ids: found.map(({ id }) => id) }
}
