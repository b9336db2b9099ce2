// Finds the path that a caller probably meant by an unknown one: people use the paths of their previous service, leave out
// the version, or add a slash.
import { isMisspelt } from '../text/spelling.ts'

export type ApiPath = { url: string; methods: readonly string[] }

export type PathSynonyms = {
  /** First segments of paths at other services, and ours. */
  words: Readonly<Record<string, string>>
  /** Whole requests with another path here, such as `POST /emails`, and our paths. */
  requests: Readonly<Record<string, string>>
}

/** Longer ones are not mistyped paths; searching for similar ones would only cost time. */
const LONGEST_PATH = 100

export function createNearestPath(known: readonly ApiPath[], synonyms: PathSynonyms) {
  const paths = known
    .map((path) => ({ ...path, parts: partsOf(path.url) }))
    // /contacts/bulk is nearer than /contacts/:id.
    .toSorted((a, b) => parametersIn(a.url) - parametersIn(b.url))
  /** `POST /v1/send`, or undefined if nothing is near. */
  return function findNearest(method: string, path: string): string | undefined {
    if (path.length > LONGEST_PATH) return undefined
    for (const parts of formsOf(partsOf(path), synonyms.words)) {
      const suggested = synonyms.requests[`${method} /${parts.join('/')}`]
      if (suggested !== undefined) return `${method} ${suggested}`
      const same = paths.find((one) => fits(parts, one.parts, isSame))
      if (same) return describe(method, same)
    }
    const near = paths.find((one) => fits(partsOf(path), one.parts, isNear))
    return near && describe(method, near)
  }
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

const parametersIn = (url: string): number => url.split(':').length

/** The path without a prefix, with and without the version, and with our own words. */
function* formsOf(parts: readonly string[], words: PathSynonyms['words']): Generator<string[]> {
  const bare = parts[0] === 'api' ? parts.slice(1) : [...parts]
  const unversioned = bare[0] === 'v1' ? bare.slice(1) : bare
  const [first = '', ...rest] = unversioned
  const translated = [words[first.toLowerCase()] ?? first.toLowerCase(), ...rest]
  for (const form of [bare, unversioned, ['v1', ...unversioned], translated, ['v1', ...translated]]) {
    if (form.length > 0) yield form
  }
}

type Comparison = (given: string, ours: string) => boolean

const fits = (given: readonly string[], ours: readonly string[], alike: Comparison): boolean =>
  given.length === ours.length &&
  ours.every((part, index) => part.startsWith(':') || alike(given[index] ?? '', part))

const isSame: Comparison = (given, ours) => given === ours

const isNear: Comparison = (given, ours) =>
  given.toLowerCase() === ours || isMisspelt(given.toLowerCase(), ours)

/** With a method that the path accepts. */
function describe(method: string, { url, methods }: ApiPath): string {
  const taken = methods.includes(method) ? method : (methods[0] ?? method)
  return `${taken} ${url.replaceAll(/:(\w+)/g, '{$1}')}`
}
