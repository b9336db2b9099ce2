import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams } from '../../platform/http/replies/paging.schema.ts'
import { findOperation, toOperation } from './operations.queries.ts'
import { Operation } from './operations.schema.ts'

export function operationRoutes(app: App): void {
  app.get(
    '/jobs/:id',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Jobs'],
        operationId: 'getJob',
        summary: 'Get the progress of a job',
        description:
          'Returns the status of a job that another request started, such as an import. `status` is DONE or FAILED once it has ended.',
        params: idParams<'operation'>(),
        response: answers({ 200: Operation }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = await findOperation(db, { projectId, operationId: params.id })
      if (!row) throw new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such job.' })
      return toOperation(row)
    },
  )
}
