/**
 * For `when` of a rule across the fields of an object: it is asked along with the rules of single fields, whatever is wrong with
 * those. Without it zod would tell of it only after everything else has been corrected.
 */
export const whenObject = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' && value !== null
