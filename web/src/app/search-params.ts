// Reads the query of an address into what a page expects. Anything else is left out, never an error: addresses are typed
// and shared by people.

type Search = Record<string, unknown>

/** Long enough for every search the API takes. */
const LONGEST_TEXT = 254

export function textParam(search: Search, name: string): string | undefined {
  const value = search[name]
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT) : undefined
}

export function choiceParam<const T extends string>(
  search: Search,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = textParam(search, name)
  return choices.find((choice) => choice === value)
}

/** Without what is not set, so that addresses stay short. */
export const compact = <const T extends Search>(search: T): { [Name in keyof T]?: T[Name] | undefined } =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Partial<T>
