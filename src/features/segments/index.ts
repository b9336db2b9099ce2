export { createContactSegments } from './contact-segments.service.ts'
export { segmentListener, startFollower } from './membership/membership.service.ts'
export { holdSegment } from './segments.queries.ts'
export { contactsInSegment, listKnownSegments } from './segment-references.queries.ts'
