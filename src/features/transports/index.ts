export {
  deleteUnusedDestinations,
  ensureDestination,
  leaseDestinations,
  releaseDestinations,
  renewDestinations,
  transportOfRoute,
} from './mx/destinations.queries.ts'
export type { DestinationTransport, LeasedDestination } from './mx/destinations.queries.ts'
export { INSTANCE_ROUTE, listFailingRoutes, listRoutes, listTransportsOfRoutes } from './routes.queries.ts'
export type { FailingRoute } from './routes.queries.ts'
export { sesServerOf } from './ses/ses-server-of.ts'
export { smtpServerOf } from './smtp/smtp-server-of.ts'
export { providerOf } from './provider-of.ts'
export { hostOf } from './transport-host.ts'
export type { TypedSettings } from './transport-settings.ts'
export { findTransport } from './transports.queries.ts'
export type { TransportOf, TransportRef, TransportRow } from './transports.queries.ts'
export { NOT_ALLOWED as MX_NOT_ALLOWED } from './mx/mx-settings.ts'
export { requireTransport } from './transports.service.ts'
export {
  deleteTrouble,
  deleteTroublesOf,
  isResting,
  isTroubleFresh,
  saveTrouble,
  troubleOfRoute,
} from './troubles.queries.ts'
