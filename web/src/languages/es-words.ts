import { pluralOf } from '../format/plural.ts'

/** Spanish says "1 contacto", "2 contactos" and "1.000.000 de contactos". */
export const plural = (count: number, one: string, other: string): string =>
  pluralOf(count, { one, many: `de ${other}`, other })
