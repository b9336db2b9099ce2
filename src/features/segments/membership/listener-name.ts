/** The name of this feature as a listener of events. */
export const LISTENER = 'segments'
