// Words of Handlebars tags, and the values that they name, in Liquid.
import { pathText, quoted, Untranslatable } from './translation.ts'

export type HandlebarsScope = {
  /** The value of `this` at each level of blocks that change it, the innermost last; without one it is the data of the template. */
  dots: readonly string[]
  /** Names that loops have declared. */
  variables?: ReadonlySet<string>
}

const WORD = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\|[^|]*\||\([^()]*\)|[^\s"'()|]+/g

export const wordsOf = (text: string): string[] => text.match(WORD) ?? []

const LOOP: Record<string, string> = {
  '@index': 'forloop.index0',
  '@first': 'forloop.first',
  '@last': 'forloop.last',
}

/** @throws Untranslatable */
export function handlebarsValue(word: string | undefined, scope: HandlebarsScope): string {
  if (word === undefined) throw new Untranslatable('a value is missing')
  if (/^["']/.test(word)) return quoted(word.slice(1, -1).replaceAll(/\\(.)/g, '$1'))
  if (/^-?\d+(\.\d+)?$/.test(word) || word === 'true' || word === 'false') return word
  const ofLoop = LOOP[word]
  if (ofLoop !== undefined) return ofLoop
  if (!/^[\w@./[\] -]+$/.test(word)) throw new Untranslatable(`"${word}" is not understood`)
  return pathValue(word, scope)
}

function pathValue(word: string, { dots, variables }: HandlebarsScope): string {
  if (word.startsWith('@root.')) return pathText(partsOf(word.slice('@root.'.length)))
  if (word.startsWith('@')) throw new Untranslatable(`${word} has no equivalent`)
  const [, climbs = '', rest = ''] = /^((?:\.\.\/)*)(.*)$/.exec(word) ?? []
  const levels = climbs.length / '../'.length
  if (levels > dots.length) throw new Untranslatable(`${word} leads out of the template`)
  const dot = dots[dots.length - 1 - levels]
  const parts = partsOf(rest.replace(/^(this\b[./]?|\.\/)/, ''))
  const [first] = parts
  if (typeof first === 'string' && variables?.has(first)) return below(first, parts.slice(1))
  if (dot !== undefined) return below(dot, parts)
  if (parts.length === 0) throw new Untranslatable('"this" is all data of the template')
  return parts.length === 1 && (first === 'email' || first === 'id') ? String(first) : pathText(parts)
}

const partsOf = (path: string): (string | number)[] =>
  (path.match(/\[[^\]]*\]|[^./[\]]+/g) ?? []).map((part) => {
    const name = part.replace(/^\[|\]$/g, '')
    return /^\d+$/.test(name) ? Number(name) : name
  })

const below = (base: string, parts: readonly (string | number)[]): string =>
  base +
  parts
    .map((part) =>
      typeof part === 'string' && /^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${indexOf(part)}]`,
    )
    .join('')

const indexOf = (part: string | number): string => (typeof part === 'number' ? String(part) : quoted(part))
