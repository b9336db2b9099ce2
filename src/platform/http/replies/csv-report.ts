// Reports as CSV.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { reportCsv } from '../../csv/report-csv.ts'

export const CsvReport = z
  .any()
  .meta({
    type: 'string',
    examples: ['section,item,figure,value\r\n,,sent,408\r\nlinks,https://example.com/spring,clicks,81\r\n'],
  })
  .describe('CSV with a header row, one row per figure: section, item, figure and value.')

/** Named after the record, such as campaign-….csv. */
export const sendReport = (
  reply: FastifyReply,
  { name, report }: { name: string; report: Record<string, unknown> },
): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    })
    .send(reportCsv(report))
