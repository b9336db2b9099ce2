// Reads values from JSON of unknown shape: providers add fields, and leave some out.
export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectAt = (json: Json, key: string): Json => {
  const value = json[key]
  return isObject(value) ? value : {}
}

/** A number as its digits; '' for anything that is neither text nor a number. */
export const textAt = (json: Json, key: string): string => {
  const value = json[key]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export const listAt = (json: Json, key: string): unknown[] => {
  const value = json[key]
  return Array.isArray(value) ? value : []
}

/** The objects of a list, or the only one. */
export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [value]).filter(isObject)

/** An empty object for text that is not a JSON object. */
export function readJson(text: string): Json {
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}
