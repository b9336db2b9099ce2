import type { Deps } from '../../platform/deps.ts'
import type { OperationId, ProjectId } from '../../platform/ids.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { runOperation } from '../operations/index.ts'
import { runBulk } from './bulk.service.ts'
import { bulkContactsJob, importContactsJob } from './contacts.jobs.ts'
import { runImport } from './import-run.service.ts'

export function contactHandlers(deps: Deps): BoundHandler[] {
  return [importContactsJob, bulkContactsJob].map((job) => {
    const run = job === importContactsJob ? runImport : runBulk
    return handle(job, (payload, context) => {
      const ref = {
        projectId: payload.projectId as ProjectId,
        operationId: payload.operationId as OperationId,
      }
      return runOperation(deps, {
        ...ref,
        context,
        work: () => run(deps, { ...ref, signal: context.signal }),
      })
    })
  })
}
