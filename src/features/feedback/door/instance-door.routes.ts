import { isInbox } from '../../../platform/config.ts'
import type { Deps } from '../../../platform/deps.ts'
import { transportProvider } from '../../../platform/email/feedback/providers/transport-provider.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { requireOperator } from '../../accounts/index.ts'
import { INSTANCE_ROUTE } from '../../transports/index.ts'
import { doorSettingsRoutes } from './door-settings.routes.ts'

/**
 * The door for the reports about MAIL_TRANSPORT, which serves all projects: only for the owner of this installation, in a
 * project of theirs. Its audit log has the changes, and a proof is sent by its domains.
 */
export const instanceDoorRoutes = (app: App, deps: Deps): void =>
  doorSettingsRoutes(app, deps, {
    path: '/instance/feedback',
    config: { access: 'member', role: 'owner' },
    tag: 'Accounts',
    subject: 'instance',
    name: 'Instance',
    owner: 'this server',
    find: async ({ db, user }) => {
      await requireOperator(db, user, {
        message: 'Only the owner of this installation can use its feedback URL.',
        suggestion: 'Ask the owner, or use the command line on the server: npx lettermill feedback show',
      })
      if (isInbox(deps.config)) {
        throw new AppError('RESOURCE_NOT_FOUND', {
          message: 'Emails stay on this server, so no provider reports about them.',
          suggestion: 'Set MAIL_TRANSPORT to a relay, and restart.',
        })
      }
      return { owner: undefined, routeId: INSTANCE_ROUTE, provider: transportProvider(deps.config) ?? null }
    },
  })
