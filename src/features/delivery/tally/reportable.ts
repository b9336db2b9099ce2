/**
 * Labels of the counter `mail`: emails that a receiver took which reports complaints, and those of them that were reported.
 * Counted beside what became of an email, as the whole and the part of the complaint rate.
 */
export const REPORTABLE = 'reportable'
export const REPORTABLE_COMPLAINED = 'reportable-complained'
