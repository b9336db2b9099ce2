/** How this feature is called among those who hear of events. */
export const LISTENER = 'workflows'
