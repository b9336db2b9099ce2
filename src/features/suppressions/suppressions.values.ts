/** From weakest to strongest: an address with two reasons keeps the later one of this list. */
export const SUPPRESSION_REASONS = ['soft_bounces', 'manual', 'hard_bounce', 'complaint'] as const
