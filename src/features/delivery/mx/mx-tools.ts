import type { Deps } from '../../../platform/deps.ts'
import { createMailServers } from '../../../platform/email/mx/mail-servers.ts'
import type { MxTransportParts } from '../../../platform/email/mx/mx-transport.ts'
import { createHostGuard } from '../../../platform/outgoing/host-guard.ts'
import { mailHostOf } from '../../../platform/public-url.ts'
import { createStsPolicies } from './sts-policies.service.ts'

/** Tools that all destinations of a thread share, mainly for their caches. */
export type MxTools = Pick<MxTransportParts, 'findServers' | 'findPolicy' | 'guard' | 'ownName'>

export function createMxTools(deps: Deps): MxTools {
  const ownName = () => mailHostOf(deps.config, deps.publicUrl.last())
  return {
    findServers: createMailServers({ ...deps, ownName }),
    findPolicy: createStsPolicies(deps),
    guard: createHostGuard(deps),
    ownName,
  }
}
