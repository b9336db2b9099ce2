/** The beginning of an output or of a tag. */
export const LIQUID_START = /\{\{|\{%/
