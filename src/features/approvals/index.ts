export { noApproval, readApproval, requestApproval } from './approvals.service.ts'
export type { ApprovalTool } from './approvals.values.ts'
export type { SendingCall, SendingEffect, SendingEffects, SendingOutcome } from './sending-effects.ts'
export { toApproval, toApprovalSummary } from './to-approval.ts'
