/** The reports that a probe can ask for. */
export const PROBE_KINDS = ['delivered', 'bounced', 'complained'] as const
export type ProbeKind = (typeof PROBE_KINDS)[number]

export const PROBE_STATES = ['waiting', 'accepted', 'reported', 'failed'] as const
export type ProbeState = (typeof PROBE_STATES)[number]
