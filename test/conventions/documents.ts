// Compares what the documents claim with what the repository has. Every function takes the text of a page and the facts, so
// that a test can give it a page that is wrong.
import path from 'node:path'
import { anchorOf } from '../../guide/anchors.ts'

/** Markdown without blocks of code, which keeps its line numbers. */
const withoutBlocks = (text: string): string =>
  text.replaceAll(/^ *```[^]*?^ *```$/gm, (block) => block.replaceAll(/[^\n]/g, ''))

const codeSpans = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)

const FILE_NAME = /^[\w.-]+\.(ts|tsx|mjs|cjs|md|json|sql|html|css|js|yaml)$/
const PATH = /^\.?[\w-]+(\/[\w.-]+)+\/?$/

/** Paths in backticks. They may leave out leading folders, as in `queue/claim.service.ts`. */
export function findMissingPaths(text: string, paths: readonly string[]): string[] {
  const isThere = (wanted: string) => paths.some((known) => known === wanted || known.endsWith(`/${wanted}`))
  const named = codeSpans(text).filter((span) => PATH.test(span) || FILE_NAME.test(span))
  return named.filter((span) => !span.startsWith('.tmp/') && !isThere(span.replace(/\/$/, '')))
}

/** Files and folders of the trees: blocks of code without a language, with two spaces per level below `root`. */
export function findMissingTreePaths(text: string, paths: readonly string[], root = ''): string[] {
  const known = new Set(paths)
  const trees = [...text.matchAll(/^```\n([^]*?)^```$/gm)].map(([, tree = '']) => tree)
  return trees.flatMap((tree) => treePaths(tree, root).filter((path) => !known.has(path)))
}

/** A deeper line goes on with the text of the line before. */
const DEEPEST = 6

function treePaths(tree: string, root: string): string[] {
  const folders: string[] = []
  const found: string[] = []
  for (const line of tree.split('\n')) {
    const indent = line.search(/\S/)
    if (indent < 0 || indent > DEEPEST) continue
    // `main.tsx  router.tsx      text`: names are two spaces apart, and more spaces precede the text.
    const names = (line.trim().split(/ {3,}/)[0] ?? '').split('  ')
    if (!names.every((name) => /^[\w.-]+(\/[\w.-]+)*\/?$/.test(name) && /[./]/.test(name))) continue
    folders.length = indent / 2
    const base = [root, ...folders].join('')
    found.push(...names.map((name) => base + name.replace(/\/$/, '')))
    if (names[0]?.endsWith('/')) folders.push(names[0])
  }
  return found
}

/** Links to files that do not exist, and to headings that their page does not have. */
export function findBrokenLinks(
  file: string,
  text: string,
  textOf: (file: string) => string | undefined,
): string[] {
  const links = [...withoutBlocks(text).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
  return links
    .filter(([, target = '', anchor]) => {
      const page = target === '' ? text : textOf(path.posix.join(path.posix.dirname(file), target))
      return page === undefined || (anchor !== undefined && !anchorsOf(page).includes(anchor))
    })
    .map(([found]) => found)
}

const anchorsOf = (page: string): string[] =>
  [...withoutBlocks(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Defaults such as "`PORT` (3000)" and "16 MB (`JSON_LIMIT_MB`)" that are not those of the settings. */
export function findWrongDefaults(text: string, defaults: ReadonlyMap<string, string>): string[] {
  const stated = [
    ...[...text.matchAll(/`([A-Z_]+)` \((\d[\d,]*)[^)]*\)/g)].map(([found, name = '', value = '']) => ({
      found,
      name,
      value,
    })),
    ...[...text.matchAll(/(\d[\d,]*)(?:(?!\d)[^|.`()\n]){0,40}\(`([A-Z_]+)`\)/g)].map(
      ([found, value = '', name = '']) => ({ found, name, value }),
    ),
  ]
  return stated
    .filter(({ name, value }) => defaults.has(name) && defaults.get(name) !== value.replaceAll(',', ''))
    .map(({ found }) => found)
}

/** Names of functions, types, constants and tables in backticks that no source has. */
export function findUnknownNames(text: string, words: ReadonlySet<string>): string[] {
  const names = codeSpans(text).filter((span) => /^[A-Za-z]\w*([A-Z_])\w*$/.test(span))
  return [...new Set(names.filter((name) => !words.has(name)))]
}

/** Names in capitals, such as settings and error codes, that no source has. */
export function findUnknownCapitals(text: string, words: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name)
  return [...new Set(names.filter((name) => !words.has(name)))]
}

/** Rows such as `| 0 | `projects` | …`, against the levels of the import rules. */
export function findWrongLevels(text: string, levels: readonly (readonly string[])[]): string[] {
  const rows = [...text.matchAll(/^\| (\d) \| (.*?) \|$/gm)].map(([, level = '', names = '']) => ({
    level: Number(level),
    names: names.includes(' | ')
      ? codeSpans(names.split(' | ')[0] ?? '')
      : codeSpans(names.replaceAll(/\([^)]*\)/g, '')),
  }))
  const listed = rows.flatMap(({ level, names }) => names.map((name) => `${name}: ${level}`))
  const actual = levels.flatMap((names, level) => names.map((name) => `${name}: ${level}`))
  return [
    ...listed.filter((row, index) => !actual.includes(row) || listed.indexOf(row) !== index),
    ...actual.filter((row) => !listed.includes(row)).map((row) => `${row} is not listed`),
  ]
}

export type KnownCommands = {
  scripts: readonly string[]
  benches: readonly string[]
  commands: readonly string[]
}

/** `npm run …` and `npx lettermill …` of the documents. `commands` has entries such as `keys create` and `backup`. */
export function findUnknownCommands(text: string, { scripts, benches, commands }: KnownCommands): string[] {
  const runs = [...text.matchAll(/\bnpm run ([\w:-]+)(?: ([a-z]\w*))?/g)]
  const calls = [...text.matchAll(/\bnpx lettermill\s+([a-z][\w-]*)(?:\s+([a-z][\w-]*))?/g)]
  const isCommand = (first: string, second?: string) =>
    commands.some((command) => command === first || command === `${first} ${second}`)
  return [
    ...runs.filter(
      ([, script = '']) => !scripts.includes(script.replace(/:$/, '')) && !isFamily(script, scripts),
    ),
    ...runs.filter(
      ([, script, bench]) => script === 'bench' && bench !== undefined && !benches.includes(bench),
    ),
    ...calls.filter(([, first = '', second]) => !isCommand(first, second)),
  ].map(([found]) => found)
}

/** `proof:…` */
const isFamily = (script: string, scripts: readonly string[]): boolean =>
  script.endsWith(':') && scripts.some((known) => known.startsWith(script))

/** Sizes such as "`a.ts`, 47 lines" and "56 migrations" that are more than a tenth off. */
export function findWrongSizes(
  text: string,
  facts: { linesOf: (path: string) => number | undefined; counts: Readonly<Record<string, number>> },
): string[] {
  const lines = [...text.matchAll(/`([\w./-]+)`,? (\d[\d,]*) lines/g)].map(
    ([found, path = '', size = '']) => ({
      found,
      stated: numberOf(size),
      actual: facts.linesOf(path),
    }),
  )
  const kinds = Object.keys(facts.counts).join('|')
  const counts = [...text.matchAll(new RegExp(`\\b(\\d[\\d,]*) (${kinds})\\b`, 'g'))].map(
    ([found, size = '', kind = '']) => ({ found, stated: numberOf(size), actual: facts.counts[kind] }),
  )
  return [...lines, ...counts]
    .filter(({ stated, actual }) => actual === undefined || !isAbout(stated, actual))
    .map(({ found, actual }) => `${found}: ${actual}`)
}

export const numberOf = (text: string): number => Number(text.replaceAll(',', ''))

export const isAbout = (stated: number, actual: number): boolean => Math.abs(stated - actual) <= actual / 10

const IS_MISSING =
  /\b(not (there|available|implemented|supported|built|finished|used) yet|not yet (there|available|implemented|supported|built|used)|do(es)? not use yet|simulated only|only simulated|coming soon|is planned|are planned)\b/i

/**
 * Sentences, and rows of a table of comparison, that call something missing although it exists.
 * @param present the words by which documents call a feature that exists, in lower case
 */
export function findDeniedFeatures(text: string, present: readonly string[]): string[] {
  const prose = sentencesOf(text).filter((sentence) => IS_MISSING.test(sentence))
  const rows = [...text.matchAll(/^\| [^|]+ \| (?:no|not yet|simulated)\b[^|]*\|/gim)].map(([row]) => row)
  return [...prose, ...rows].filter((claim) =>
    present.some((word) => new RegExp(`\\b${word}\\b`, 'i').test(claim)),
  )
}

const HIDDEN_SUBJECT = /^(Of|That|Who|Whom|Whose|What|Whatever|The same|Whoever|Nobody)\b/

/** Sentences that begin without their subject. Headings and questions may. */
export const findHiddenSubjects = (text: string): string[] =>
  sentencesOf(text).filter((sentence) => HIDDEN_SUBJECT.test(sentence) && !sentence.endsWith('?'))

/** The sentences of paragraphs, lists and cells, without the marks of emphasis at their beginning. */
function sentencesOf(text: string): string[] {
  return withoutBlocks(text)
    .replaceAll(/^#.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|(?<!\\)\|/)
    .map((block) => block.replaceAll(/\s+/g, ' ').replace(/^ ?([-*]|\d+\.) /, ''))
    .flatMap((block) => block.split(/(?<=[.!?:]\**) (?=[A-Z*"(])/))
    .map((sentence) => sentence.trim().replace(/^[*"(]+/, ''))
}
