/** The tools of agents that send email; their calls can wait for a person. */
export const APPROVAL_TOOLS = ['send_email', 'send_campaign', 'test_campaign'] as const
export type ApprovalTool = (typeof APPROVAL_TOOLS)[number]

/**
 * WAITING until a person decides; EXPIRED if nobody did in time. FAILED: approved, but it could not be carried out any more.
 */
export const APPROVAL_STATES = ['WAITING', 'APPROVED', 'REJECTED', 'FAILED', 'EXPIRED'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]
