/** Values of a step that calls a server. */
export const CALL_METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const

/** Rules of a DELAY for a date that is in the past, or that the contact does not have. */
export const DATE_RULES = ['now', 'skip', 'exit'] as const
export type DateRule = (typeof DATE_RULES)[number]

/** The reactions of a workflow to a contact who reaches its goal. */
export const GOAL_REACTIONS = ['continue', 'exit', 'goTo'] as const
