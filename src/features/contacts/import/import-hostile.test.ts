// Files made to fill the memory of a node or to block its main thread: each is refused where it is too large.
// `npm run proof:hostile` measures how long other requests wait meanwhile.
import { describe, expect, it } from 'vitest'
import { inFreshProject, readJob, uploadCsv } from '../../../../test/support/factories.ts'
import type { JobRecord } from '../../../../test/support/factories.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { errorOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

const MEGABYTE = 1_048_576

async function importOf(csv: string): Promise<JobRecord> {
  const own = await inFreshProject(test)
  const upload = await uploadCsv(own, Buffer.from(csv))
  expect(upload.statusCode).toBe(202)
  await drain(own.deps)
  return readJob(own, upload.json<{ jobId: string }>().jobId)
}

type Hostile = { row: number; message: RegExp }

const ROWS: [what: string, row: () => string, refusal: Hostile][] = [
  ['commas', () => ','.repeat(2 * MEGABYTE), { row: 2, message: /more than 1,000 columns/ }],
  ['1,001 cells', () => 'x,'.repeat(1_000), { row: 2, message: /more than 1,000 columns/ }],
  ['quoted nothings', () => '"",'.repeat(MEGABYTE), { row: 2, message: /more than 1,000 columns/ }],
  ['one cell', () => 'x'.repeat(2 * MEGABYTE), { row: 2, message: /longer than 1,048,576 bytes/ }],
  [
    'one quoted cell',
    () => `"${'x'.repeat(2 * MEGABYTE)}"`,
    { row: 2, message: /longer than 1,048,576 bytes/ },
  ],
  ['quotes', () => '"'.repeat(2 * MEGABYTE), { row: 2, message: /longer than 1,048,576 bytes/ }],
  ['NULs', () => '\0'.repeat(2 * MEGABYTE), { row: 2, message: /longer than 1,048,576 bytes/ }],
  [
    'lines behind an open quote',
    () => `ann@example.com\n"bob@example.com\n${'eve@example.com\n'.repeat(MEGABYTE / 8)}`,
    { row: 3, message: /longer than 1,048,576 bytes; is there a quote that never closes/ },
  ],
]

describe('a row that is too large', () => {
  it.each(ROWS)('of %s ends the import at that row', async (_what, row, refusal) => {
    const job = await importOf(`email\n${row()}\n`)
    expect(job).toMatchObject({ status: 'FAILED', errors: [{ row: refusal.row, field: null }] })
    expect(job.errors[0]?.message).toMatch(refusal.message)
  })
})

const HEADERS: [what: string, header: () => string, message: RegExp][] = [
  ['commas', () => ','.repeat(2 * MEGABYTE), /more than 1,000 columns/],
  ['1,001 columns', () => `email${',x'.repeat(1_000)}\n`, /more than 1,000 columns/],
  ['one name', () => 'x'.repeat(2 * MEGABYTE), /longer than 262,144 bytes/],
  ['quotes', () => '"'.repeat(2 * MEGABYTE), /longer than 262,144 bytes/],
  [
    'an open quote',
    () => `email,"name\n${'eve@example.com\n'.repeat(MEGABYTE / 8)}`,
    /quote that never closes/,
  ],
  ['NULs', () => '\0'.repeat(2 * MEGABYTE), /longer than 262,144 bytes/],
  ['blank lines', () => '\n'.repeat(2 * MEGABYTE), /no header/],
]

describe('a header that is too large', () => {
  it.each(HEADERS)('of %s is refused', async (_what, header, message) => {
    const file = Buffer.from(header())
    const reply = await uploadCsv(test, file)
    expect(reply.statusCode).toBe(422)
    expect(errorOf(reply).errors?.[0]?.message).toMatch(message)
  })
})

describe('a file of many rows', () => {
  it.each<[what: string, file: () => string, progress: JobRecord['progress']]>([
    ['that are blank', () => '\n'.repeat(2 * MEGABYTE), { done: 0, total: 0, failed: 0 }],
    [
      // As large as a row may be: a batch of the usual 2,500 would hold 2.5 GB.
      'of a megabyte each',
      () => `ann@example.com,${'x'.repeat(MEGABYTE - 100)}\n`.repeat(6),
      { done: 0, total: 6, failed: 6 },
    ],
    [
      'of a thousand empty cells each',
      () => `ann@example.com${','.repeat(999)}\n`.repeat(300),
      { done: 300, total: 300, failed: 0 },
    ],
  ])('%s is read to its end', async (_what, file, progress) => {
    const job = await importOf(`email,note\n${file()}`)
    expect(job).toMatchObject({ status: 'DONE', progress })
  })
})
