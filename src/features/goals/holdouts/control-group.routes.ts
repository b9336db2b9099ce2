import type { FastifyReply } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { csvReply, CsvReport, sendReport } from '../../../platform/http/replies/csv-report.ts'
import { callerSignal } from '../../../platform/http/replies/caller-signal.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { Filters } from '../../filters/index.ts'
import {
  ControlGroupMembership,
  ControlGroupReport,
  ControlGroupReportQuery,
} from './control-group.schema.ts'
import { readMembership, reportControlGroup } from './control-group.service.ts'

const tags = ['Project']

type Parts = {
  filters: Filters
  /** Test recipients are never in the group. A neighbour of this feature knows them, so app.ts passes them in. */
  isTestRecipient: (email: string) => boolean
  testAddresses: string
}

type Question = Pick<Parameters<typeof reportControlGroup>[1], 'projectId' | 'query'>

export function controlGroupRoutes(app: App, { clock, database: { db } }: Deps, parts: Parts): void {
  const { isTestRecipient, ...others } = parts
  const read = (question: Question, reply: FastifyReply) =>
    reportControlGroup(db, { ...question, ...others, signal: callerSignal(reply), now: clock.now() })

  app.get(
    '/control-group/report',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'getControlGroupReport',
        summary: 'Get a comparison of the control group with the others',
        description:
          'Counts how many contacts of the control group and how many others did something in a period, and returns the difference with its interval. Contacts that were created after the beginning of the period do not count. Returns INVALID_STATE without a control group.',
        querystring: ControlGroupReportQuery,
        response: answers({ 200: ControlGroupReport }, []),
      },
    },
    ({ projectId, query }, reply) => read({ projectId, query }, reply),
  )

  app.get(
    '/control-group/report/export',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportControlGroupReport',
        summary: 'Export the comparison of the control group as CSV',
        description: 'Returns the figures of `GET /control-group/report` as a file, for the same question.',
        querystring: ControlGroupReportQuery,
        response: answers({ 200: csvReply(CsvReport) }, []),
      },
    },
    async ({ projectId, query }, reply) =>
      sendReport(reply, { name: 'control-group', report: await read({ projectId, query }, reply) }),
  )

  app.get(
    '/control-group/contacts/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getControlGroupMembership',
        summary: 'Check whether a contact is in the control group',
        description:
          'Returns whether the contact is among those who get no marketing email, to compare with.',
        params: idParams<'contact'>(),
        response: answers({ 200: ControlGroupMembership }, [404]),
      },
    },
    ({ projectId, params }) => readMembership(db, { projectId, contactId: params.id, isTestRecipient }),
  )
}
