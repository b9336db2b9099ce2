import type { Deps } from '../../platform/deps.ts'
import { callerSource } from '../../platform/http/access/caller-source.ts'
import type { App } from '../../platform/http/app-types.ts'
import { success } from '../../platform/http/replies/envelope.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { acceptedLanguage } from '../../platform/text/languages.ts'
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
        summary: 'Track an event',
        description:
          'Records an event of a contact, and creates or updates the contact. Can be called from a web page with a public key. A project can have at most 10,000 data keys and 5,000 event names; beyond that the request returns 422. With public keys, at most 100 new data keys and 100 new event names are accepted per hour; beyond that the request returns 429. Names already in use are not limited.',
        body: TrackRequest,
        response: answers({ 200: TrackAnswer }),
      },
    },
    async (request) => {
      const { db, projectId, key, body, ip, headers } = request
      const isPublic = key?.kind === 'public'
      const { contactId, eventId, at } = await track({
        db,
        projectId,
        isPublic,
        // A public key is called by the browser of the person, a secret one by a server of the project.
        source: { ...callerSource(request), ...(isPublic && { network: ip }) },
        body,
        language: acceptedLanguage(headers['accept-language'] ?? ''),
      })
      return success({ contact: contactId, event: eventId, timestamp: at.toISOString() })
    },
  )
}
