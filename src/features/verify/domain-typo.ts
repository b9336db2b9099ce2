// Detects misspelled domains of known mail providers. Compares names only: DNS decides the cases that are `possible`
// (docs/verification.md).
//
// The provider's name and the ending are compared separately, because typos differ: wrong letters in the name; `.con`, `.co` or
// another country in the ending.
import { LOOK_ALIKE_DOMAINS } from './look-alike-domains.ts'
import { readProviders } from './mail-providers.ts'
import type { Provider } from './mail-providers.ts'
import { misspellingOf } from '../../platform/text/spelling.ts'
import type { Misspelling } from '../../platform/text/spelling.ts'

export type Typo = {
  /** The domain that was probably meant. */
  domain: string
  /** False: a typo unless DNS finds mail servers of the domain. */
  isCertain: boolean
}

/** Shorter names have too many real neighbours one letter away; for `aol` only swapped and doubled letters count. */
const SHORTEST_FOR_ANY_EDIT = 5
/** Two edits of seven letters leave five unchanged; shorter names become another word. */
const SHORTEST_FOR_TWO_EDITS = 7
const MOST_EDITS = 2

/** `letters`: the set of letters, one bit each. `reach`: how many bits a typo can change. */
type IndexedProvider = Provider & { letters: number; reach: number }
type Names = { providers: IndexedProvider[]; byLength: IndexedProvider[][]; domains: Set<string> }

let names: Names | undefined

/** Built on first use. */
function providerNames(): Names {
  names ??= buildNames()
  return names
}

function buildNames(): Names {
  const providers = readProviders().map((one) => ({
    ...one,
    letters: lettersOf(one.name),
    // An edit removes at most one letter from the set and adds at most one.
    reach: one.isGiant && one.name.length >= SHORTEST_FOR_TWO_EDITS ? 4 : 2,
  }))
  const longest = Math.max(...providers.map(({ name }) => name.length))
  const byLength = Array.from({ length: longest + MOST_EDITS + 1 }, (_, length) =>
    providers.filter(({ name }) => Math.abs(name.length - length) <= MOST_EDITS),
  )
  const domains = providers.flatMap(({ name, endings }) => endings.map((ending) => `${name}.${ending}`))
  return { providers, byLength, domains: new Set(domains) }
}

export function providerDomains(): ReadonlySet<string> {
  return providerNames().domains
}

/** @param domain in canonical form, and not in the lists, which the caller has checked */
export function findTypo(domain: string): Typo | undefined {
  const { domains } = providerNames()
  if (domains.has(domain) || LOOK_ALIKE_DOMAINS.has(domain)) return undefined
  if (domain.startsWith('www.') && domains.has(domain.slice(4))) {
    return { domain: domain.slice(4), isCertain: true }
  }
  const dot = domain.indexOf('.')
  return bestMatch(domain.slice(0, dot), domain.slice(dot + 1))
}

/**
 * Repairs `gmailcom`, `gmail` and `gmail..com`. These are not domains at all, so only a provider's exact name or a certain
 * typo counts.
 */
export function repairDomain(text: string): string | undefined {
  const { domains, providers } = providerNames()
  const tidy = text.toLowerCase().split('.').filter(Boolean).join('.')
  if (tidy.includes('.')) return domains.has(tidy) ? tidy : certainTypo(tidy)
  const bare = providers.find(({ name, isGiant }) => isGiant && name === tidy)
  if (bare !== undefined) return `${bare.name}.${bare.endings[0]}`
  const joined = providers.flatMap((one) => one.endings).filter((ending) => endsWithout(tidy, ending))
  const domain = joined.map((ending) => withDot(tidy, ending))
  return domain.find((one) => domains.has(one)) ?? domain.map(certainTypo).find(Boolean)
}

function certainTypo(domain: string): string | undefined {
  const typo = findTypo(domain)
  return typo?.isCertain === true ? typo.domain : undefined
}

const bareEnding = (ending: string) => ending.replaceAll('.', '')
const endsWithout = (text: string, ending: string) => text.endsWith(bareEnding(ending))
const withDot = (text: string, ending: string) => `${text.slice(0, -bareEnding(ending).length)}.${ending}`

type Match = Typo & { cost: number }

function bestMatch(typedName: string, typedEnding: string): Typo | undefined {
  const letters = lettersOf(typedName)
  let best: Match | undefined
  for (const provider of providerNames().byLength[typedName.length] ?? []) {
    if (bitsIn(letters ^ provider.letters) > provider.reach) continue
    const match = compare(provider, { typedName, typedEnding })
    if (match !== undefined && (best === undefined || match.cost < best.cost)) best = match
  }
  return best && { domain: best.domain, isCertain: best.isCertain }
}

/** Excludes nearly every provider before letters are compared; without it an unknown domain takes three times as long. */
function bitsIn(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** One bit per letter; digits and hyphens share the other bits, which only makes the filter coarser. */
function lettersOf(name: string): number {
  let set = 0
  for (let i = 0; i < name.length; i += 1) set |= 1 << (name.charCodeAt(i) & 31)
  return set
}

type TypedDomain = { typedName: string; typedEnding: string }

function compare(provider: Provider, { typedName, typedEnding }: TypedDomain): Match | undefined {
  const name = compareName(provider, typedName)
  if (name === undefined) return undefined
  const ending = compareEnding(provider.endings, typedEnding)
  const verdict = ending && classify({ name, ending: ending.kind, isGiant: provider.isGiant })
  if (ending === undefined || verdict === undefined) return undefined
  return {
    domain: `${provider.name}.${ending.meant}`,
    isCertain: verdict === 'certain',
    cost: NAME_COST[name] + ENDING_COST[ending.kind],
  }
}

type NameKind = 'same' | Misspelling

function compareName({ name, isGiant }: Provider, typed: string): NameKind | undefined {
  if (typed === name) return 'same'
  const kind = misspellingOf(typed, name)
  if (kind === 'two-edits') return isGiant && mayHaveTwoEdits(typed, name) ? kind : undefined
  if (name.length >= SHORTEST_FOR_ANY_EDIT || kind === undefined) return kind
  // A short name allows only swapped letters (same length, same letters) and doubled ones (one longer, same letters).
  const isSameLetters = lettersOf(typed) === lettersOf(name)
  return kind === 'slip' && name.length > 2 && typed.length >= name.length && isSameLetters ? kind : undefined
}

/** `popmail` and `docmail` are not `hotmail`: the part before a common `mail` has to be long enough by itself. */
function mayHaveTwoEdits(typed: string, name: string): boolean {
  const isEmailBoth = name.endsWith('mail') && typed.endsWith('mail')
  const length = isEmailBoth ? name.length - 'mail'.length : name.length
  return typed[0] === name[0] && length >= (isEmailBoth ? SHORTEST_FOR_ANY_EDIT : SHORTEST_FOR_TWO_EDITS)
}

/**
 * `impossible`: resembles one of the provider's endings and does not exist. `near`: resembles one and may exist, such as
 * `.co`. `other`: an ending that the provider does not have.
 */
type EndingKind = 'same' | 'impossible' | 'near' | 'other'
type EndingMatch = { kind: EndingKind; meant: string }

function compareEnding(endings: readonly string[], typed: string): EndingMatch | undefined {
  if (endings.includes(typed)) return { kind: 'same', meant: typed }
  for (const meant of endings) {
    const kind = nearEnding(typed, meant)
    if (kind !== undefined) return { kind, meant }
  }
  const [usual = ''] = endings
  return isWholeEnding(typed) ? { kind: 'other', meant: usual } : undefined
}

function nearEnding(typed: string, meant: string): 'impossible' | 'near' | undefined {
  // gmail.com.com, gmail.comcom
  if (typed === `${meant}.${meant}` || typed === `${meant}${meant}`) return 'near'
  const kind = misspellingOf(typed, meant)
  if (kind === undefined || kind === 'two-edits') return undefined
  const typedTop = lastLabel(typed)
  const meantTop = lastLabel(meant)
  if (typedTop === meantTop) return 'near'
  if (!isTopLevel(typedTop)) {
    // `.dev` is not a misspelled `.de`; `.dee` is. The longer endings that exist are not known here.
    return meantTop.length > 2 || typedTop.length <= 2 || kind === 'slip' ? 'impossible' : undefined
  }
  // Country codes one letter apart are different countries, not typos.
  return meantTop.length > 2 ? 'near' : undefined
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * All country codes of the root zone (IANA, 2026), and the longer endings that are one letter away from `com` or `net`. The
 * typo rules need no others.
 */
const TOP_LEVELS = words(`
  ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd
  cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge
  gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki
  km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my
  mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se
  sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz
  va vc ve vg vi vn vu wf ws ye yt za zm zw
  com net cam bet pet vet new nec next
`)

/** Second levels under which countries register names: `co.uk`, `com.br`, `ne.jp`. */
const SECOND_LEVELS = words('com co net org edu gov ac ne or')

const lastLabel = (ending: string) => ending.slice(ending.lastIndexOf('.') + 1)
const isTopLevel = (label: string) => TOP_LEVELS.has(label)

/** `de` or `com.br`, but not `example.com`, where `gmail` would be a host name. */
function isWholeEnding(ending: string): boolean {
  const [first = '', second, ...more] = ending.split('.')
  if (second === undefined) return true
  return more.length === 0 && SECOND_LEVELS.has(first) && second.length === 2
}

const NAME_COST: Record<NameKind, number> = { same: 0, slip: 1, edit: 2, 'two-edits': 3 }
const ENDING_COST: Record<EndingKind, number> = { same: 0, impossible: 1, near: 1, other: 2 }

type DomainComparison = { name: NameKind; ending: EndingKind; isGiant: boolean }

function classify({ name, ending, isGiant }: DomainComparison): 'certain' | 'possible' | undefined {
  if (ending === 'other') return isGiant && name === 'same' ? 'possible' : undefined
  if (name === 'same') return isGiant || ending === 'impossible' ? 'certain' : 'possible'
  if (name === 'slip' && isGiant) return 'certain'
  return isGiant || ending !== 'near' ? 'possible' : undefined
}
