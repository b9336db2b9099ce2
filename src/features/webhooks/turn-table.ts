/** One row per endpoint: when a worker is due to serve it (platform/work). */
export const TURN_TABLE = 'webhook_turns'
