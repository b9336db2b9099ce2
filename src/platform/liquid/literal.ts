import { LIQUID_START } from './delimiters.values.ts'

const EVERY_START = new RegExp(LIQUID_START, 'g')

/** Liquid that renders to exactly this text: delimiters become constants. */
export const literalLiquid = (text: string): string => text.replaceAll(EVERY_START, `{{ '$&' }}`)

/** Whether a text contains outputs or tags. */
export const hasLiquid = (text: string): boolean => LIQUID_START.test(text)
