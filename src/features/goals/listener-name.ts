/** The name under which goals listen for events. */
export const LISTENER = 'goals'
