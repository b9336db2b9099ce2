import { components as texts } from '../components.texts.ts'

/** Messages of the API begin in lower case: "must not be empty". */
export function sentence(message: string): string {
  const text = texts.fieldProblem(message)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
