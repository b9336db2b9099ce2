import { contactHandlers } from './features/contacts/contacts.handlers.ts'
import { domainHandlers } from './features/domains/domains.handlers.ts'
import { eventHandlers } from './features/events/events.handlers.ts'
import { operationHandlers } from './features/operations/operations.handlers.ts'
import type { Deps } from './platform/deps.ts'
import type { BoundHandler } from './platform/jobs/handler.ts'
import { upkeepHandlers } from './platform/upkeep.ts'

/** Everything that runs behind the queue. */
export function buildHandlers(deps: Deps): BoundHandler[] {
  return [
    ...upkeepHandlers(deps),
    ...eventHandlers(deps),
    ...operationHandlers(deps),
    ...contactHandlers(deps),
    ...domainHandlers(deps),
  ]
}
