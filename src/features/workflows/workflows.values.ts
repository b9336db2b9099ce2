/** Values of a step that calls a server. */
export const CALL_METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const

/** What a contact does at a DELAY until a date that is in the past, or that it does not have. */
export const DATE_RULES = ['now', 'skip', 'exit'] as const
export type DateRule = (typeof DATE_RULES)[number]
