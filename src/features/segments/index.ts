export { createContactSegments } from './contact-segments.service.ts'
export { segmentListener, startFollower } from './membership/membership.service.ts'
export { contactsInSegment, listKnownSegments } from './segment-references.queries.ts'
