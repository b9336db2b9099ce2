/**
 * For `when` of a rule across fields: runs it along with the rules of single fields, even if those fail. Without it zod
 * would report it only after everything else has been corrected.
 */
export const whenObject = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' && value !== null

/** The options of such a rule: the field that it is reported at, and how. */
export const ruleAt = (field: string, message: string, code = 'custom') => ({
  path: [field],
  message,
  params: { code },
  when: whenObject,
})
