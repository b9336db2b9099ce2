import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { success } from '../../platform/http/replies/envelope.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
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
        description:
          'A project has at most 10,000 data keys and 5,000 event names (422). Public keys add at most 100 new keys and 20 new names per hour (429); names that are in use are not limited.',
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
