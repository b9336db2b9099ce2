/** The name under which workflows listen for events. */
export const LISTENER = 'workflows'
