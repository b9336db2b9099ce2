import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { findProject, toProject, updateProject } from './projects.queries.ts'
import { Project, ProjectPatch } from './projects.schema.ts'
import { toLimitColumns } from './sending-limits.ts'

export function projectRoutes(app: App, { clock }: Deps): void {
  app.get(
    '/project',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Project'],
        operationId: 'getProject',
        summary: 'Get the project',
        description: 'Returns the settings of the project that the API key belongs to.',
        response: answers({ 200: Project }),
      },
    },
    async ({ db, projectId }) => {
      const row = await findProject(db, { projectId })
      if (!row) throw new AppError('RESOURCE_NOT_FOUND')
      return toProject(row)
    },
  )

  app.patch(
    '/project',
    {
      config: { access: 'full', role: 'admin', audit: 'project.updated' },
      schema: {
        tags: ['Project'],
        operationId: 'updateProject',
        summary: 'Update the project',
        description:
          'Changes the settings that the body contains; the others stay as they are. `null` clears a setting that may be empty.',
        body: ProjectPatch,
        response: answers({ 200: Project }),
      },
    },
    async ({ body, db, projectId }) => {
      const set = {
        name: body.name,
        default_from: body.defaultFrom,
        default_from_name: body.defaultFromName,
        reply_to: body.replyTo,
        track_opens: body.tracking?.opens,
        track_clicks: body.tracking?.clicks,
        transactional_track_opens: body.transactionalTracking?.opens,
        transactional_track_clicks: body.transactionalTracking?.clicks,
        public_tracking: body.publicTracking,
        locale: body.locale,
        timezone: body.timezone,
        postal_address: body.postalAddress,
        ...toLimitColumns(body),
        updated_at: clock.now(),
      }
      const row = await updateProject(db, { projectId, set })
      if (!row) throw new AppError('RESOURCE_NOT_FOUND')
      return toProject(row)
    },
  )
}
