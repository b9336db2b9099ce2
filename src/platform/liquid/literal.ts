/** Liquid that renders to exactly this text: delimiters become constants. */
export const literalLiquid = (text: string): string => text.replaceAll(/\{\{|\{%/g, `{{ '$&' }}`)

/** Whether a text contains outputs or tags. */
export const hasLiquid = (text: string): boolean => /\{\{|\{%/.test(text)
