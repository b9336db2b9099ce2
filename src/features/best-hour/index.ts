export { habitOf, hourAt, hourText } from './best-hour.ts'
export { bestHours, listOpenTimes, ZONE_NAMES, zonesOfContacts } from './best-hour.queries.ts'
