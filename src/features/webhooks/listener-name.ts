/** Under which webhooks hear of events. */
export const LISTENER = 'webhooks'
