import type { CallCommand } from '../../command.ts'
import { field, listCommand } from './listing.ts'
import { listenCommand } from './webhooks-listen.ts'

export const WEBHOOK_COMMANDS: readonly CallCommand[] = [
  listCommand({
    resource: 'webhooks',
    path: '/webhooks',
    columns: [
      field('id'),
      field('url'),
      field('events'),
      field('enabled'),
      field('disabledReason', 'DISABLED BECAUSE'),
    ],
  }),
  listenCommand,
]
