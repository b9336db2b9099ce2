/**
 * For `when` of a rule across fields: runs it along with the rules of single fields, even if those fail. Without it zod
 * would report it only after everything else has been corrected.
 */
export const whenObject = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' && value !== null
