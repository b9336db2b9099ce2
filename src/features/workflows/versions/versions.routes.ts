import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createCursors } from '../../../platform/http/replies/cursors.ts'
import { list } from '../../../platform/http/replies/envelope.ts'
import { idParams, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { countVersions, findVersion, listVersions, toVersion, toVersionSummary } from './versions.queries.ts'
import { WorkflowVersion, WorkflowVersionList, WorkflowVersionParams } from './versions.schema.ts'

const tags = ['Workflows']

export function workflowVersionRoutes(app: App, { secrets }: Deps): void {
  const cursors = createCursors(secrets)

  app.get(
    '/workflows/:id/versions',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listWorkflowVersions',
        summary: 'List the versions of a workflow',
        description:
          'Newest first, with the number of active executions in each: an execution finishes in the version that it began with.',
        params: idParams<'workflow'>(),
        querystring: PageQuery,
        response: answers({ 200: WorkflowVersionList }, [404]),
      },
    },
    async ({ db, projectId, params, query }) => {
      const ref = { projectId, workflowId: params.id }
      const count = await countVersions(db, ref)
      if (count === 0) throw new AppError('WORKFLOW_NOT_FOUND')
      const owner = `workflow versions ${params.id}`
      const before = cursors.decode(owner, projectId, query.cursor)
      return list('versions', {
        page: await listVersions(db, { ...ref, limit: query.limit, before }),
        total: query.total ? count : null,
        item: toVersionSummary,
        cursorOf: ({ version }) => cursors.encode(owner, projectId, String(version)),
      })
    },
  )

  app.get(
    '/workflows/:id/versions/:version',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getWorkflowVersion',
        summary: 'Get a version of a workflow',
        description: 'Returns one version with its whole definition.',
        params: WorkflowVersionParams,
        response: answers({ 200: WorkflowVersion }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = await findVersion(db, { projectId, workflowId: params.id, version: params.version })
      if (!row) throw new AppError('WORKFLOW_NOT_FOUND', { message: 'There is no such version.' })
      return toVersion(row)
    },
  )
}
