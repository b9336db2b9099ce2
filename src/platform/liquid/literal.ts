/** Liquid that renders to this very text: where a tag would begin, it stands as a constant. */
export const literalLiquid = (text: string): string => text.replaceAll(/\{\{|\{%/g, `{{ '$&' }}`)

/** Whether a text holds anything that is evaluated. */
export const hasLiquid = (text: string): boolean => /\{\{|\{%/.test(text)
