/**
 * Labels of the counter `mail`: emails accepted by a receiver that reports complaints, and those of them that were
 * reported. The denominator and the numerator of the complaint rate, counted in addition to the status.
 */
export const REPORTABLE = 'reportable'
export const REPORTABLE_COMPLAINED = 'reportable-complained'
