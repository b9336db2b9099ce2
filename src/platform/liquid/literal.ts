/** Liquid that renders to this very text: where a tag would begin, it stands as a constant. */
export const literalLiquid = (text: string): string => text.replaceAll(/\{\{|\{%/g, `{{ '$&' }}`)
