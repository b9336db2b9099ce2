import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { runOperation } from '../operations/index.ts'
import { runImport } from './import/import-run.service.ts'
import { forgetEndedJob, importSuppressionsJob } from './suppressions.jobs.ts'
import { deleteEndedSuppressions } from './suppressions.queries.ts'

export function suppressionHandlers(deps: Deps): BoundHandler[] {
  return [
    handle(importSuppressionsJob, (ref, context) => {
      const work = () => runImport(deps, { ...ref, signal: context.signal })
      return runOperation(deps, { ...ref, context, work })
    }),
    handle(forgetEndedJob, () => deleteEndedSuppressions(deps.database.db)),
  ]
}
