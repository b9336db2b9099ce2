// CSV files of all shapes, each read by the job from the stored upload.
import { describe, expect, it } from 'vitest'
import { buildImport, inFreshProject, readContact } from '../../../../test/support/factories.ts'
import type { ContactRecord, JobRecord } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

type ImportedFile = { job: JobRecord; contacts: Record<string, ContactRecord['data']> }

/** Imports into a new project. @returns the contacts by address, with their data */
async function imported(csv: string | Buffer, query: Record<string, string> = {}): Promise<ImportedFile> {
  const app = await inFreshProject(test)
  const job = await buildImport(app, csv, { query })
  const reply = await call(app, ['GET', '/contacts'], { query: { limit: '100' } })
  const { contacts } = reply.json<{ contacts: ContactRecord[] }>()
  return { job, contacts: Object.fromEntries(contacts.map(({ email, data }) => [email, data])) }
}

const ANN = { 'ann@example.com': { name: 'Ann', city: 'Bonn' } }
const BOTH = { ...ANN, 'bob@example.com': { name: 'Bob', city: 'Rom' } }

describe('a CSV file', () => {
  it.each<[what: string, csv: string]>([
    ['LF line ends', 'email,name,city\nann@example.com,Ann,Bonn\nbob@example.com,Bob,Rom\n'],
    ['CRLF line ends', 'email,name,city\r\nann@example.com,Ann,Bonn\r\nbob@example.com,Bob,Rom\r\n'],
    ['CR line ends', 'email,name,city\rann@example.com,Ann,Bonn\rbob@example.com,Bob,Rom\r'],
    ['no line end at its end', 'email,name,city\nann@example.com,Ann,Bonn\nbob@example.com,Bob,Rom'],
    ['a byte order mark', '\uFEFFemail,name,city\nann@example.com,Ann,Bonn\nbob@example.com,Bob,Rom\n'],
    [
      'a quoted header behind a byte order mark',
      '\uFEFF"email","name","city"\nann@example.com,Ann,Bonn\nbob@example.com,Bob,Rom\n',
    ],
    ['blank lines', '\n\nemail,name,city\n\nann@example.com,Ann,Bonn\n\n\nbob@example.com,Bob,Rom\n\n'],
    ['semicolons', 'email;name;city\nann@example.com;Ann;Bonn\nbob@example.com;Bob;Rom\n'],
    [
      'semicolons and blank lines before the header',
      '\r\n\r\nemail;name;city\r\nann@example.com;Ann;Bonn\r\nbob@example.com;Bob;Rom\r\n',
    ],
    ['tabs', 'email\tname\tcity\nann@example.com\tAnn\tBonn\nbob@example.com\tBob\tRom\n'],
    ['bars', 'email|name|city\nann@example.com|Ann|Bonn\nbob@example.com|Bob|Rom\n'],
    [
      'everything in quotes',
      '"email","name","city"\n"ann@example.com","Ann","Bonn"\n"bob@example.com","Bob","Rom"\n',
    ],
    ['its columns in another order', 'city,EMAIL,name\nBonn,ann@example.com,Ann\nRom,bob@example.com,Bob\n'],
    ['addresses in capitals', 'Email,name,city\nANN@Example.com,Ann,Bonn\n BOB@EXAMPLE.COM ,Bob,Rom\n'],
    [
      'empty cells beyond the header',
      'email,name,city\nann@example.com,Ann,Bonn,,\nbob@example.com,Bob,Rom,\n',
    ],
    [
      'columns without a name',
      'email,,name,city, \nann@example.com,x,Ann,Bonn,y\nbob@example.com,x,Bob,Rom,y\n',
    ],
  ])('with %s is read', async (_what, csv) => {
    const { job, contacts } = await imported(csv)
    expect(contacts).toEqual(BOTH)
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 2, total: 2, failed: 0 }, errors: [] })
  })

  it('keeps line breaks, delimiters and quotes inside quotes', async () => {
    const { contacts } = await imported(
      'email,a,b\nann@example.com,"one\ntwo\r\nthree\n\nfour","x, ""y""; z"\nbob@example.com,"",plain\n',
    )
    expect(contacts).toEqual({
      'ann@example.com': { a: 'one\ntwo\r\nthree\n\nfour', b: 'x, "y"; z' },
      'bob@example.com': { b: 'plain' },
    })
  })

  it('keeps quotes in the middle of a cell, and counts the rows behind them', async () => {
    const { job, contacts } = await imported(
      'email,size\nann@example.com,5" pipe\nbob@example.com,"the" big one\neve@example.com,6\n',
    )
    expect(contacts).toEqual({
      'ann@example.com': { size: '5" pipe' },
      'bob@example.com': { size: '"the" big one' },
      'eve@example.com': { size: 6 },
    })
    expect(job.progress).toEqual({ done: 3, total: 3, failed: 0 })
  })

  it('keeps every character of UTF-8', async () => {
    const { contacts } = await imported('email,Größe,😀\nann@example.com,Zoë\\\t日本,"\u2028 \u0001"\n')
    expect(contacts).toEqual({ 'ann@example.com': { Größe: 'Zoë\\\t日本', '😀': '\u2028 \u0001' } })
  })

  it('takes a short row as it is and refuses a shifted one', async () => {
    const { job, contacts } = await imported(
      'email,name,city\nann@example.com,Ann\nbob@example.com\neve@example.com,Eve,Ulm,shifted\n',
    )
    expect(contacts).toEqual({ 'ann@example.com': { name: 'Ann' }, 'bob@example.com': {} })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 2, total: 3, failed: 1 } })
    expect(job.errors).toEqual([
      {
        row: 4,
        field: null,
        message: 'has 4 cells, but the header has 3',
        value: expect.any(String) as string,
      },
    ])
  })

  it('refuses the rows that are not UTF-8 and takes the others', async () => {
    const bytes = Buffer.from(
      'email,name\nann@example.com,Jürgen\nbob@example.com,Bob\nmüller@example.com,M\n',
      'latin1',
    )
    const { job, contacts } = await imported(bytes)
    expect(contacts).toEqual({ 'bob@example.com': { name: 'Bob' } })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 1, total: 3, failed: 2 } })
    expect(job.errors.map(({ row, field }) => [row, field])).toEqual([
      [2, 'name'],
      [4, 'email'],
    ])
  })

  it('refuses the cells that hold a NUL, whatever their column, and takes the others', async () => {
    const { job, contacts } = await imported(
      'email,subscribed,name\na\0nn@example.com,,\nbob@example.com,y\0es,\neve@example.com,,E\0ve\njoe@example.com,yes,Joe\n',
    )
    expect(contacts).toEqual({ 'joe@example.com': { name: 'Joe' } })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 1, total: 4, failed: 3 } })
    expect(job.errors.map(({ row, field }) => [row, field])).toEqual([
      [2, 'email'],
      [3, 'subscribed'],
      [4, 'name'],
    ])
  })

  it('reports a flag that a cut would leave half a character of', async () => {
    const { job } = await imported(`email,subscribed\nann@example.com,${'x'.repeat(49)}😀\n`)
    expect(job).toMatchObject({ status: 'DONE', progress: { failed: 1 }, errors: [{ row: 2 }] })
  })

  it.each([
    ['in the last row', 'email,name\nann@example.com,Ann\nbob@example.com,"Bob\n', 3],
    [
      'that swallows the rows behind it',
      `email,name\nann@example.com,Ann\nbob@example.com,"Bob\n${'eve@example.com,Eve\n'.repeat(60_000)}`,
      3,
    ],
  ])('fails at a quote that is never closed, %s, and says where', async (_what, csv, row) => {
    const { job, contacts } = await imported(csv)
    expect(job).toMatchObject({ status: 'FAILED', errors: [{ row, field: null }] })
    expect(job.errors[0]?.message).toMatch(/cannot be read beyond this row/)
    expect(job.finishedAt).not.toBeNull()
    expect(job.progress.done).toBe(Object.keys(contacts).length)
  })

  it('names rows as a spreadsheet does: the header is row 1, and line breaks in quotes do not count', async () => {
    const { job } = await imported('email,note\nbad,"one\ntwo"\nann@example.com,x\nworse,"a\nb"\n,empty\n')
    expect(job.errors.map(({ row, field }) => [row, field])).toEqual([
      [2, 'email'],
      [4, 'email'],
      [5, 'email'],
    ])
    expect(job.errors.at(-1)?.message).toBe('is empty')
  })

  it('with a stray quote names the row in which it begins, and imports the others', async () => {
    const app = await inFreshProject(test)
    const job = await buildImport(
      app,
      'email,name\nada@example.com,"Ada\nbob@example.com,Bob\neve@example.com,"Eve"\nzoe@example.com,Zoe\n',
    )
    expect(job.progress).toMatchObject({ done: 1, failed: 1 })
    expect(job.errors).toMatchObject([{ row: 2, field: null }])
    expect(job.errors[0]?.message).toContain('a quote at the beginning of cell 2 that ends 2 lines later')
    expect(await readContact(app, 'zoe@example.com')).toBeDefined()
  })

  it('shows the rows that are refused, within limits', async () => {
    const job = await buildImport(test, `email,name\nno address,Ada\n,${'x'.repeat(500)}\n`)
    expect(job.errors.map(({ value }) => value)).toEqual(['no address, Ada', `, ${'x'.repeat(198)}…`])
  })

  it('of thousands of bad rows ends, and keeps the first thousand errors', async () => {
    const { job, contacts } = await imported(`email\n${'nobody\n'.repeat(6_000)}`)
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 0, total: 6_000, failed: 6_000 } })
    expect(job.errors.map(({ row }) => row)).toEqual(Array.from({ length: 1000 }, (_, n) => n + 2))
    expect(contacts).toEqual({})
  })
})
