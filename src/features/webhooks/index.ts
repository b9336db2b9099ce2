export { createWebhookListener } from './listener/listener.service.ts'
export { releaseAllTurns, turnAudit } from './worker/turn.queries.ts'
export { createWebhookWork } from './worker/worker.service.ts'
