// The events of the sample data, recorded as a caller of POST /v1/track would.
import type { TrackSample } from './features/dashboard/sample-data/sample-data.service.ts'
import { TrackRequest } from './features/track/track.schema.ts'
import { createTracker } from './features/track/track.service.ts'
import type { Deps } from './platform/deps.ts'

export function createSampleTrack(deps: Deps): TrackSample {
  const track = createTracker(deps)
  return async (db, { projectId, source, email, name, data, at }) => {
    // Not persistent, because the contact's own data is saved separately.
    const eventData = Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, { value, persistent: false }]),
    )
    const body = TrackRequest.parse({ email, event: name, data: eventData, occurredAt: at.toISOString() })
    await track({ projectId, isPublic: false, source, body, db })
  }
}
