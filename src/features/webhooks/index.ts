export { createWebhookListener } from './hearing/hear.service.ts'
export { releaseAllTurns, turnAudit } from './delivering/turn.queries.ts'
export { startWebhookWorker } from './delivering/worker.service.ts'
