export { INSTANCE_ROUTE, listFailingRoutes, listRoutes, listTransportsOfRoutes } from './routes.queries.ts'
export type { FailingRoute } from './routes.queries.ts'
export { smtpServerOf } from './smtp-server-of.ts'
export { settingsOf } from './transports.queries.ts'
export type { TransportRow } from './transports.queries.ts'
export {
  deleteTrouble,
  deleteTroublesOf,
  isResting,
  isTroubleFresh,
  saveTrouble,
} from './troubles.queries.ts'
