import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { csvReply, CsvTable, sendTable } from '../../../platform/http/replies/csv-report.ts'
import { requireOperator } from '../../accounts/index.ts'
import {
  BrakeQuery,
  ReplyQuery,
  Reputation,
  ReputationBrakes,
  ReputationQuery,
  ReputationReplies,
} from './reputation.schema.ts'
import { readBrakes } from './brakes.service.ts'
import { listReputationLines, readReplies, readReputation } from './reputation.service.ts'
import type { ReputationLine } from './reputation.service.ts'

const tags = ['Project']

export function reputationRoutes(app: App, { clock }: Deps): void {
  app.get(
    '/reputation',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'getReputation',
        summary: 'Get the reputation over time',
        description:
          'Returns how receivers took the emails of the project: accepted, deferred, bounced and reported as spam, by day, by mailbox provider and by sending address. Without days: the last 30. Days are kept for 13 months.',
        querystring: ReputationQuery,
        response: answers({ 200: Reputation }),
      },
    },
    ({ db, projectId, query }) => readReputation(db, { projectId, query, now: clock.now() }),
  )

  app.get(
    '/reputation/report',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportReputation',
        summary: 'Export the reputation over time as CSV',
        description: 'Returns a line per day, mailbox provider and sending address that any email went to.',
        querystring: ReputationQuery,
        response: answers({ 200: csvReply(CsvTable) }),
      },
    },
    async ({ db, projectId, query }, reply) => {
      const rows = await listReputationLines(db, { projectId, query, now: clock.now() })
      return sendTable(reply, { name: 'reputation', columns: COLUMNS, rows })
    },
  )

  app.get(
    '/reputation/replies',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listReputationReplies',
        summary: 'List the replies of receivers',
        description:
          'Returns the most frequent replies of mail servers that deferred or refused emails of the project, and since when each has come. Replies that differ only in numbers, ids and addresses are one.',
        querystring: ReplyQuery,
        response: answers({ 200: ReputationReplies }),
      },
    },
    ({ db, projectId, query }) => readReplies(db, { projectId, query, now: clock.now() }),
  )
}

export function brakeRoutes(app: App, { clock }: Deps): void {
  app.get(
    '/reputation/brakes',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listReputationBrakes',
        summary: 'List what slowed email down',
        description:
          'Returns when marketing email was paused or the project warned, when transports and receivers rested, and when a warm-up allowed no more email on a day. Those of the server are among them if they concern everybody.',
        querystring: BrakeQuery,
        response: answers({ 200: ReputationBrakes }),
      },
    },
    ({ db, projectId, query }) => readBrakes(db, { projectId, query, now: clock.now() }),
  )
}

/** For the operator, over all projects. Days are those of UTC. */
export function instanceReputationRoutes(app: App, { clock }: Deps): void {
  const config = { access: 'member', role: 'owner' } as const
  const operator = {
    message: 'Only the owner of this installation can see the reputation of all its projects.',
    suggestion: 'Ask the owner, or read that of your project: GET /reputation.',
  }

  app.get(
    '/instance/reputation',
    {
      config,
      schema: {
        tags: ['Accounts'],
        operationId: 'getInstanceReputation',
        summary: 'Get the reputation of this server over time',
        description:
          'Returns how receivers took the emails of all projects, as `GET /reputation` does for one. Only the owner of the installation can read it.',
        querystring: ReputationQuery,
        response: answers({ 200: Reputation }),
      },
    },
    async ({ db, user, query }) => {
      await requireOperator(db, user, operator)
      return readReputation(db, { projectId: undefined, query, now: clock.now() })
    },
  )

  app.get(
    '/instance/reputation/replies',
    {
      config,
      schema: {
        tags: ['Accounts'],
        operationId: 'listInstanceReputationReplies',
        summary: 'List the replies of receivers to this server',
        description:
          'Returns the most frequent replies to the emails of all projects, as `GET /reputation/replies` does for one. Only the owner of the installation can read it.',
        querystring: ReplyQuery,
        response: answers({ 200: ReputationReplies }),
      },
    },
    async ({ db, user, query }) => {
      await requireOperator(db, user, operator)
      return readReplies(db, { projectId: undefined, query, now: clock.now() })
    },
  )

  app.get(
    '/instance/reputation/brakes',
    {
      config,
      schema: {
        tags: ['Accounts'],
        operationId: 'listInstanceReputationBrakes',
        summary: 'List what slowed the email of this server down',
        description:
          'Returns the brakes of all projects and of the server, as `GET /reputation/brakes` does for one project. Only the owner of the installation can read it.',
        querystring: BrakeQuery,
        response: answers({ 200: ReputationBrakes }),
      },
    },
    async ({ db, user, query }) => {
      await requireOperator(db, user, operator)
      return readBrakes(db, { projectId: undefined, query, now: clock.now() })
    },
  )
}

const COLUMNS = {
  day: ({ day }: ReputationLine) => day,
  provider: ({ provider }: ReputationLine) => provider,
  sender: ({ sender }: ReputationLine) => sender,
  emails: ({ emails }: ReputationLine) => emails,
  accepted: ({ accepted }: ReputationLine) => accepted,
  deferred: ({ deferred }: ReputationLine) => deferred,
  bounced: ({ bounced }: ReputationLine) => bounced,
  complained: ({ complained }: ReputationLine) => complained,
}
