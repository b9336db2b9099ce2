// Reports as CSV: figures of one record, or rows of a list, which are streamed.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { reportLine } from '../../csv/csv-write.ts'
import { reportCsv } from '../../csv/report-csv.ts'
import type { Page } from '../../db/page.ts'

export const CsvReport = z
  .any()
  .meta({
    type: 'string',
    examples: ['section,item,figure,value\r\n,,sent,408\r\nlinks,https://example.com/spring,clicks,81\r\n'],
  })
  .describe('CSV with a header row, one row per figure: section, item, figure and value.')

export const CsvTable = z
  .any()
  .meta({ type: 'string', examples: ['day,members\r\n2026-03-01,1204\r\n2026-03-02,1211\r\n'] })
  .describe(
    'CSV with a header row. Cells that a spreadsheet would evaluate as a formula are prefixed with an apostrophe.',
  )

/** As `answers` takes the reply with a file. */
export const csvReply = <Schema extends z.ZodType>(schema: Schema) => ({
  content: { 'text/csv': { schema } },
})

/** Named after the record, such as campaign-….csv. */
export const sendReport = (
  reply: FastifyReply,
  { name, report }: { name: string; report: Record<string, unknown> },
): FastifyReply => asFile(reply, name).send(reportCsv(report))

// A page is some hundred kilobytes. One is read ahead of a slow reader, who holds no database connection.
const PAGE_ROWS = 1_000
const PAGES_AHEAD = 1

/** The columns, in their order. */
type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>

/** A row per element. */
export const sendTable = <Row>(
  reply: FastifyReply,
  { name, columns, rows }: { name: string; columns: Columns<Row>; rows: readonly Row[] },
): FastifyReply => {
  const cells = Object.values(columns)
  const lines = rows.map((row) => reportLine(cells.map((cell) => cell(row))))
  return asFile(reply, name).send([reportLine(Object.keys(columns)), ...lines].join(''))
}

type RowReport<Row> = {
  name: string
  columns: Columns<Row>
  /** Reads a page; `before` is the id of the last row of the page before. */
  page: (query: { limit: number; before: string | undefined }) => Promise<Page<Row>>
}

/** A row per record of a list, page by page. */
export const sendRows = <Row extends { id: string }>(
  reply: FastifyReply,
  report: RowReport<Row>,
): FastifyReply =>
  asFile(reply, report.name).send(Readable.from(linesOf(report), { highWaterMark: PAGES_AHEAD }))

async function* linesOf<Row extends { id: string }>({
  columns,
  page,
}: RowReport<Row>): AsyncGenerator<string> {
  const cells = Object.values(columns)
  yield reportLine(Object.keys(columns))
  let before: string | undefined
  for (let isMore = true; isMore;) {
    const { rows, hasMore } = await page({ limit: PAGE_ROWS, before })
    if (rows.length > 0) yield rows.map((row) => reportLine(cells.map((cell) => cell(row)))).join('')
    before = rows.at(-1)?.id
    isMore = hasMore
  }
}

const asFile = (reply: FastifyReply, name: string): FastifyReply =>
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  })
