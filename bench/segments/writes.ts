// Writes with and without segments or indexes: the same work, with other addresses.
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '../harness/stage.ts'
import { callRate, quantile, tidyUp, timed } from '../harness/timing.ts'

let serial = 0

const dataOf = (n: number) => ({
  city: `city-${n % 100}`,
  plan: `plan-${n % 10}`,
  vip: n % 1000 === 0,
  age: n % 90,
  spent: n % 1000,
  firstName: `Name ${n % 5000}`,
  company: `Company ${n % 20_000}`,
  trialEndsAt: '2031-05-01',
  source: 'bench',
  zip: n % 99_999,
})

type Operation = { id: string; status: string; progress: { done: number } }

const POLL_MS = 50
const LINES_PER_CHUNK = 5000

/** Rows per second of an import of new contacts. */
export async function importRate({ openApi, folder }: Stage, rows: number): Promise<number> {
  serial += 1
  const file = path.join(folder, `import-${serial}.csv`)
  const lines = function* () {
    yield `email,${Object.keys(dataOf(0)).join(',')}\n`
    for (let from = 0; from < rows; from += LINES_PER_CHUNK) {
      const count = Math.min(LINES_PER_CHUNK, rows - from)
      yield Array.from({ length: count }, (_, i) => {
        const cells = Object.values(dataOf(from + i)).join(',')
        return `import-${serial}-${from + i}@example.com,${cells}\n`
      }).join('')
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  const api = openApi({ connections: 1 })
  const ms = await timed(async () => {
    let job = await api.upload<Operation>('/contacts/import', { name: file, mediaType: 'text/csv' })
    while (job.status === 'QUEUED' || job.status === 'RUNNING') {
      await sleep(POLL_MS)
      job = await api.get<Operation>(`/jobs/${job.id}`)
    }
    if (job.status !== 'DONE' || job.progress.done !== rows) throw new Error(JSON.stringify(job))
  })
  return (rows / ms) * 1000
}

type Load = { callers: number; calls: number }

/** New contacts per second by POST /contacts. */
export async function postRate({ openApi }: Stage, load: Load): Promise<number> {
  serial += 1
  const api = openApi({ connections: load.callers })
  return callRate(load, (n) =>
    api.post('/contacts', { email: `post-${serial}-${n}@example.com`, data: dataOf(n) }),
  )
}

/** Events of known contacts per second, each of which changes a key of its contact. */
export async function trackRate({ openApi }: Stage, load: Load): Promise<number> {
  serial += 1
  const api = openApi({ connections: load.callers })
  return callRate(load, (n) =>
    api.post('/v1/track', {
      email: `person-${n}@example.com`,
      event: 'login',
      data: { last: { value: `${serial}-${n}`, persistent: true }, page: '/' },
    }),
  )
}

/** How long a change of a key of a known contact takes, at the median, in milliseconds. */
export async function changeMs({ openApi }: Stage, changes: number): Promise<number> {
  serial += 1
  const api = openApi({ connections: 1 })
  const times: number[] = []
  tidyUp()
  for (let n = 0; n < changes; n += 1) {
    const body = { email: `person-${n}@example.com`, data: { plan: `bench-${serial}-${n}` } }
    times.push(await timed(() => api.post('/contacts', body)))
  }
  return quantile(times, 0.5)
}
