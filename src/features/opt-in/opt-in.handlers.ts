import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import type { ContactEmails } from '../contacts/index.ts'
import { expireConfirmations } from './expiry.service.ts'
import { expireConfirmationsJob } from './opt-in.jobs.ts'

export function optInHandlers(deps: Deps, { emails }: { emails: ContactEmails }): BoundHandler[] {
  return [handle(expireConfirmationsJob, () => expireConfirmations({ ...deps, emails }))]
}
