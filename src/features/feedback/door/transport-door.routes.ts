import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import type { TransportId } from '../../../platform/ids.ts'
import { findTransport, providerOf, requireTransport } from '../../transports/index.ts'
import type { TransportRef } from '../../transports/index.ts'
import { doorSettingsRoutes } from './door-settings.routes.ts'

/** The door for the reports about one transport of a project. */
export const transportDoorRoutes = (app: App, deps: Deps): void =>
  doorSettingsRoutes(app, deps, {
    path: '/transports/:id/feedback',
    config: { access: 'full', role: 'owner' },
    tag: 'Transports',
    subject: 'transport',
    name: 'Transport',
    owner: 'a transport',
    find: async ({ db, projectId, params }) => {
      const { id: transportId } = params as { id: TransportId }
      const owner: TransportRef = { projectId, transportId }
      const transport = requireTransport(await findTransport(db, owner))
      return { owner, routeId: transport.route_id, provider: providerOf(transport) ?? null }
    },
  })
