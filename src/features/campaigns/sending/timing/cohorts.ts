/** The cohorts of a campaign at the best hour (migrations/0082_best_hour.sql): recipients at their own hour, and those compared with them. */
export const AT_BEST_HOUR = 0
export const COMPARISON = 1
