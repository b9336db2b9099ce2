import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { success } from '../../platform/http/envelope.ts'
import { answers } from '../../platform/http/openapi.ts'
import { TrackAnswer, TrackRequest } from './track.schema.ts'
import { createTracker } from './track.service.ts'

export function trackRoutes(app: App, deps: Deps): void {
  const track = createTracker(deps)

  app.post(
    '/v1/track',
    {
      config: { access: 'track', anyOrigin: true },
      schema: {
        tags: ['Events'],
        operationId: 'trackEvent',
        summary: 'Record an event of a contact, and create or update the contact; public keys may, too',
        body: TrackRequest,
        response: answers({ 200: TrackAnswer }, [400, 409, 413, 422]),
      },
    },
    async (request) => {
      const { contactId, eventId, at } = await track({
        db: request.db,
        projectId: request.projectId,
        isPublic: request.key?.kind === 'public',
        body: request.body,
      })
      return success({ contact: contactId, event: eventId, timestamp: at.toISOString() })
    },
  )
}
