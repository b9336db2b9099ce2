/** As in suppressions.schema.ts, which would bring the whole validation library into the first load. */
export const REASONS = ['hard_bounce', 'complaint', 'soft_bounces', 'manual'] as const
