// Files that are made to fill the memory of a node or to keep its main thread busy.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { inFreshProject, readJob, uploadCsv } from '../../../../test/support/factories.ts'
import type { JobRecord } from '../../../../test/support/factories.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { errorOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

const MEGABYTE = 1_048_576

// Many times what any step takes, and a fraction of what such a file took as a whole: 20 MB of commas held the main
// thread for 2.6 s on a machine that had nothing else to do.
const LONGEST_STALL_MS = 1_000

/** How long nothing else could run meanwhile, at most. */
async function stallOf(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await work()
  delay.disable()
  return delay.max / 1e6
}

/** An import whose job is watched, not its upload, which a test hands over in one piece. */
async function watchedImport(csv: string): Promise<{ job: JobRecord; stallMs: number }> {
  const own = await inFreshProject(test)
  const upload = await uploadCsv(own, Buffer.from(csv))
  expect(upload.statusCode).toBe(202)
  const stallMs = await stallOf(() => drain(own.deps))
  return { job: await readJob(own, upload.json<{ jobId: string }>().jobId), stallMs }
}

type Hostile = { row: number; message: RegExp }

const ROWS: [what: string, row: () => string, refusal: Hostile][] = [
  ['commas', () => ','.repeat(20 * MEGABYTE), { row: 2, message: /more than 1,000 columns/ }],
  ['1,001 cells', () => 'x,'.repeat(1_000), { row: 2, message: /more than 1,000 columns/ }],
  ['quoted nothings', () => '"",'.repeat(3 * MEGABYTE), { row: 2, message: /more than 1,000 columns/ }],
  ['one cell', () => 'x'.repeat(8 * MEGABYTE), { row: 2, message: /longer than 1,048,576 bytes/ }],
  [
    'one quoted cell',
    () => `"${'x'.repeat(8 * MEGABYTE)}"`,
    { row: 2, message: /longer than 1,048,576 bytes/ },
  ],
  ['quotes', () => '"'.repeat(8 * MEGABYTE), { row: 2, message: /longer than 1,048,576 bytes/ }],
  ['NULs', () => '\0'.repeat(8 * MEGABYTE), { row: 2, message: /longer than 1,048,576 bytes/ }],
  [
    'lines behind an open quote',
    () => `ann@example.com\n"bob@example.com\n${'eve@example.com\n'.repeat(MEGABYTE / 2)}`,
    { row: 3, message: /longer than 1,048,576 bytes; is there a quote that never closes/ },
  ],
]

describe('a row that is too large', () => {
  it.each(ROWS)('of %s ends the import at that row', async (_what, row, refusal) => {
    const { job, stallMs } = await watchedImport(`email\n${row()}\n`)
    expect(job).toMatchObject({ status: 'FAILED', errors: [{ row: refusal.row, field: null }] })
    expect(job.errors[0]?.message).toMatch(refusal.message)
    expect(stallMs).toBeLessThan(LONGEST_STALL_MS)
  })
})

const HEADERS: [what: string, header: () => string, message: RegExp][] = [
  ['commas', () => ','.repeat(8 * MEGABYTE), /more than 1,000 columns/],
  ['1,001 columns', () => `email${',x'.repeat(1_000)}\n`, /more than 1,000 columns/],
  ['one name', () => 'x'.repeat(8 * MEGABYTE), /longer than 262,144 bytes/],
  ['quotes', () => '"'.repeat(8 * MEGABYTE), /longer than 262,144 bytes/],
  [
    'an open quote',
    () => `email,"name\n${'eve@example.com\n'.repeat(MEGABYTE / 2)}`,
    /quote that never closes/,
  ],
  ['NULs', () => '\0'.repeat(8 * MEGABYTE), /longer than 262,144 bytes/],
  ['blank lines', () => '\n'.repeat(8 * MEGABYTE), /no header/],
]

describe('a header that is too large', () => {
  it.each(HEADERS)('of %s is refused at once', async (_what, header, message) => {
    const file = Buffer.from(header())
    let reply: Reply | undefined
    const stallMs = await stallOf(async () => (reply = await uploadCsv(test, file)))
    expect(reply?.statusCode).toBe(422)
    expect(reply && errorOf(reply).errors?.[0]?.message).toMatch(message)
    expect(stallMs).toBeLessThan(LONGEST_STALL_MS)
  })
})

describe('a file of many rows', () => {
  it.each<[what: string, file: () => string, progress: JobRecord['progress']]>([
    ['that are blank', () => '\n'.repeat(8 * MEGABYTE), { done: 0, total: 0, failed: 0 }],
    [
      // As large as a row may be: a batch of the usual 2,500 would hold 2.5 GB.
      'of a megabyte each',
      () => `ann@example.com,${'x'.repeat(MEGABYTE - 100)}\n`.repeat(6),
      { done: 0, total: 6, failed: 6 },
    ],
    [
      'of a thousand empty cells each',
      () => `ann@example.com${','.repeat(999)}\n`.repeat(3_000),
      { done: 3_000, total: 3_000, failed: 0 },
    ],
  ])('%s leaves room for others', async (_what, file, progress) => {
    const { job, stallMs } = await watchedImport(`email,note\n${file()}`)
    expect(job).toMatchObject({ status: 'DONE', progress })
    expect(stallMs).toBeLessThan(LONGEST_STALL_MS)
  })
})
