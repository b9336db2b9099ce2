import { formatCount } from './number.ts'

/** "1 email", "1,234 emails". Pass `many` if the plural is not `one` with an s. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
