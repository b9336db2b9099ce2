import { isMxUrl, readMxUrl } from '../../../platform/email/mx/mx-url.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { requireOperator } from '../../accounts/index.ts'
import { findTransport, requireTransport } from '../../transports/index.ts'
import { toDestinationList } from './destination-view.ts'
import { listDestinations } from './destinations.queries.ts'
import { DestinationList } from './destinations.schema.ts'

export function destinationRoutes(app: App, { config }: Deps): void {
  app.get(
    '/transports/:id/destinations',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Transports'],
        operationId: 'listDestinations',
        summary: 'List the destinations of a transport',
        description:
          'Returns the receivers that a transport of type mx has sent to, with the reason of each that is slowed down. Returns 404 for other types, whose email goes to one server.',
        params: idParams<'transport'>(),
        response: answers({ 200: DestinationList }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const {
        id,
        type,
        settings,
        max_connections: maxConnections,
      } = requireTransport(await findTransport(db, { projectId, transportId: params.id }))
      if (type !== 'mx') throw oneServer()
      return toDestinationList(await listDestinations(db, id), { settings, maxConnections })
    },
  )

  app.get(
    '/instance/destinations',
    {
      config: { access: 'member', role: 'owner' },
      schema: {
        tags: ['Accounts'],
        operationId: 'listInstanceDestinations',
        summary: 'List the destinations of this server',
        description:
          'Returns the receivers that this server has sent to with MAIL_TRANSPORT=mx:, with the reason of each that is slowed down. Only the owner of the installation can read it.',
        response: answers({ 200: DestinationList }, [404]),
      },
    },
    async ({ db, user }) => {
      await requireOperator(db, user, {
        message: 'Only the owner of this installation can see where its email goes.',
        suggestion: 'Ask the owner.',
      })
      if (!isMxUrl(config.MAIL_TRANSPORT)) throw oneServer()
      return toDestinationList(await listDestinations(db, null), {
        settings: readMxUrl(config.MAIL_TRANSPORT),
      })
    },
  )
}

const oneServer = () =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'This transport does not deliver to the mail servers of recipients, so it has no destinations.',
    suggestion: 'Use a transport of type mx.',
  })
