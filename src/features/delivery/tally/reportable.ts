/**
 * Labels of the counter `mail`: emails accepted by a receiver that reports complaints, and those of them that were
 * reported. The denominator and the numerator of the complaint rate, counted in addition to the status.
 */
export const REPORTABLE = 'reportable'
export const REPORTABLE_COMPLAINED = 'reportable-complained'

/**
 * The counter of how receivers took emails, by the hour: '2026-05-01T12 google instance accepted'. Unlike `mail` it only adds up: an
 * email that is put off, accepted, and then bounces, counts three times.
 */
export const REPUTATION = 'reputation'
