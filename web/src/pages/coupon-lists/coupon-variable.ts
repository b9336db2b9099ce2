/** The expression that prints a code of the list. */
export const variableOf = (key: string): string => `{{ coupons.${key} }}`
