/** One row per endpoint: when a worker has to look at it (platform/work). */
export const TURN_TABLE = 'webhook_turns'
