/** Values of a step that calls a server. */
export const CALL_METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const
