/** Whether a measure has helped, compared with a group that did not get it. */
export const VERDICTS = ['tooEarly', 'helped', 'hurt', 'noDifference'] as const
