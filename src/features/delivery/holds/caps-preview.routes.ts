import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { CapsPreview, CapsPreviewSettings } from './caps-preview.schema.ts'
import { previewCaps } from './caps-preview.service.ts'

export function capsPreviewRoutes(app: App, { clock }: Deps): void {
  app.post(
    '/project/caps/preview',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Project'],
        operationId: 'previewCaps',
        summary: 'Preview a frequency cap and quiet hours',
        description:
          'Tells what these limits would have done to the marketing email of the last 30 days: how much would have left later, and how much would have been dropped. Settings that the body does not contain are those of the project; null tries it without. Changes nothing.',
        body: CapsPreviewSettings,
        response: answers({ 200: CapsPreview }),
      },
    },
    ({ body, db, projectId }) => previewCaps(db, { projectId, input: body, now: clock.now() }),
  )
}
