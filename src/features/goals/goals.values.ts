/** The owners of goals. */
export const GOAL_KINDS = ['campaign', 'workflow'] as const
