import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { csvReply, CsvTable, sendTable } from '../../../platform/http/replies/csv-report.ts'
import { Overview } from './overview.schema.ts'
import { readOverview } from './overview.service.ts'

export function overviewRoutes(app: App, { clock, config }: Deps): void {
  app.get(
    '/overview',
    {
      config: { access: 'read', readsReplica: true, isInternal: true },
      schema: {
        tags: ['Project'],
        operationId: 'getOverview',
        summary: 'Get the overview of the project',
        description:
          'Returns the email statistics of the last 30 days by day, the sending health with its limits, domains with problems, running campaigns and workflows, and the progress of the first steps.',
        response: answers({ 200: Overview }),
      },
    },
    ({ db, projectId }) => readOverview(db, { projectId, config, now: clock.now() }),
  )

  app.get(
    '/overview/report',
    {
      config: { access: 'read', readsReplica: true, isInternal: true },
      schema: {
        tags: ['Project'],
        operationId: 'exportOverview',
        summary: 'Export the email statistics of the last 30 days as CSV',
        description: 'Returns the `days` of `GET /overview` as a file.',
        response: answers({ 200: csvReply(CsvTable) }),
      },
    },
    async ({ db, projectId }, reply) => {
      const { days } = await readOverview(db, { projectId, config, now: clock.now() })
      return sendTable(reply, { name: 'last-30-days', columns: DAY_COLUMNS, rows: days })
    },
  )
}

type Day = z.infer<typeof Overview>['days'][number]

const DAY_COLUMNS = {
  date: ({ date }: Day) => date,
  sent: ({ sent }: Day) => sent,
  delivered: ({ delivered }: Day) => delivered,
  opened: ({ opened }: Day) => opened,
  clicked: ({ clicked }: Day) => clicked,
  bounced: ({ bounced }: Day) => bounced,
  complained: ({ complained }: Day) => complained,
}
