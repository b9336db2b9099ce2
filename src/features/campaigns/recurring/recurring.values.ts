/** SKIPPED: there was nothing to send. FAILED: somebody has to change something. */
export const RUN_OUTCOMES = ['SENT', 'SKIPPED', 'FAILED'] as const
