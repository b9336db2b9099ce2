import type { Deps } from '../../../platform/deps.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import { eraseEmailsJob } from './erase.jobs.ts'
import { eraseEmails } from './erase.service.ts'
import type { EraseParts } from './erase.service.ts'

export function eraseHandlers(deps: Deps, parts: EraseParts): BoundHandler[] {
  return [
    handle(eraseEmailsJob, ({ projectId, contactIds }, { signal }) =>
      eraseEmails(deps, {
        projectId: projectId as ProjectId,
        contactIds: contactIds as ContactId[],
        parts,
        signal,
      }),
    ),
  ]
}
