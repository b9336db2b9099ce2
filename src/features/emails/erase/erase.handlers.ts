import type { Deps } from '../../../platform/deps.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import { eraseEmailsJob } from './erase.jobs.ts'
import { eraseEmails } from './erase.service.ts'
import type { EraseParts } from './erase.service.ts'

export function eraseHandlers(deps: Deps, parts: EraseParts): BoundHandler[] {
  return [handle(eraseEmailsJob, (deleted, { signal }) => eraseEmails(deps, { ...deleted, parts, signal }))]
}
