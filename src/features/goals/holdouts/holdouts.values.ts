/** The reasons why a comparison says nothing yet. */
export const WAIT_REASONS = ['nobody', 'windowOpen', 'fewConversions'] as const
