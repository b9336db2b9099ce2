// The receipt of a move: for each kind of record how many the source had, how many were taken, and why others were left out.
import { plainText } from '../../terminal/text-table.ts'
import type { RecordKind, UntranslatedPart } from './records.ts'
import { RECORD_KINDS } from './records.ts'

export type Tally = {
  /** Records that the source says it has; null if it does not say. */
  there: number | null
  /** Records that were read from it. */
  read: number
  taken: number
  /** The part of those taken that is known to be new; the next two are the others. */
  created: number
  /** Records that were here before. */
  existing: number
  /** Records whose address came a second time; they were merged into the first. */
  repeated: number
  leftOut: number
}

export type LeftOut = { of: RecordKind; reason: string; count: number; examples: string[] }

export type UntranslatedNote = UntranslatedPart & { template: string }

export type Receipt = {
  source: string
  from: string
  dryRun: boolean
  counts: Partial<Record<RecordKind, Tally>>
  leftOut: LeftOut[]
  untranslated: UntranslatedNote[]
}

const MOST_EXAMPLES = 5

// Messages of a source or a server might contain values; a receipt must not grow with the number of contacts.
const MOST_REASONS = 200
const OTHER_REASONS = 'other reasons'
const MOST_UNTRANSLATED = 1_000

const LONGEST_EXAMPLE = 200

export type ReceiptBuilder = ReturnType<typeof createReceipt>

export function createReceipt({ source, from, dryRun }: Pick<Receipt, 'source' | 'from' | 'dryRun'>) {
  const counts: Receipt['counts'] = {}
  const reasons = new Map<string, LeftOut>()
  const untranslated: UntranslatedNote[] = []
  const tally = (kind: RecordKind): Tally =>
    (counts[kind] ??= { there: null, read: 0, taken: 0, created: 0, existing: 0, repeated: 0, leftOut: 0 })
  return {
    there(kind: RecordKind, count: number) {
      const one = tally(kind)
      one.there = (one.there ?? 0) + count
    },
    read: (kind: RecordKind) => void (tally(kind).read += 1),
    /** `unknown`: records of which the server does not say whether it had them. */
    taken(
      kind: RecordKind,
      { created = 0, existing = 0, repeated = 0, unknown = 0 }: Partial<Tally> & { unknown?: number },
    ) {
      const one = tally(kind)
      one.taken += created + existing + repeated + unknown
      one.created += created
      one.existing += existing
      one.repeated += repeated
    },
    leftOut(kind: RecordKind, { reason, count = 1, example }: LeftOutNote) {
      tally(kind).leftOut += count
      const key = `${kind} ${reason}`
      const isNew = !reasons.has(key) && reasons.size >= MOST_REASONS
      const noted = isNew ? { key: `${kind} ${OTHER_REASONS}`, reason: OTHER_REASONS } : { key, reason }
      const one = reasons.get(noted.key) ?? { of: kind, reason: noted.reason, count: 0, examples: [] }
      reasons.set(noted.key, one)
      one.count += count
      if (example === undefined || one.examples.length >= MOST_EXAMPLES) return
      const shown = example.slice(0, LONGEST_EXAMPLE)
      if (!one.examples.includes(shown)) one.examples.push(shown)
    },
    untranslated(template: string, parts: readonly UntranslatedPart[]) {
      const room = MOST_UNTRANSLATED - untranslated.length
      untranslated.push(...parts.slice(0, room).map((part) => ({ template, ...part })))
    },
    get: (): Receipt => ({
      source,
      from,
      dryRun,
      counts,
      leftOut: [...reasons.values()].toSorted(
        (one, other) => other.count - one.count || orderOf(one.of) - orderOf(other.of),
      ),
      untranslated,
    }),
  }
}

type LeftOutNote = { reason: string; count?: number; example?: string | undefined }

const orderOf = (kind: RecordKind): number => RECORD_KINDS.indexOf(kind)

const number = (value: number): string => value.toLocaleString('en')

export function receiptText({ source, from, dryRun, counts, leftOut, untranslated }: Receipt): string {
  const rows = RECORD_KINDS.flatMap((kind) => {
    const one = counts[kind]
    return one ? [`  ${kind.padEnd(12)}  ${tallyText(one)}`] : []
  })
  const reasons = leftOut.flatMap(({ of, reason, count, examples }) => [
    `  ${number(count)} ${of}: ${reason}`,
    ...(examples.length > 0 ? [`    such as ${examples.join(', ')}`] : []),
  ])
  const parts = untranslated.map(
    ({ template, line, source: text, reason }) => `  ${template}, line ${line}: ${text} (${reason})`,
  )
  return [
    `${dryRun ? 'Would move' : 'Moved'} from ${source} (${from})`,
    ...(rows.length > 0 ? rows : ['  nothing']),
    ...(reasons.length > 0 ? ['Left out:', ...reasons] : []),
    ...(parts.length > 0 ? ['Not translated:', ...parts] : []),
  ]
    .map(plainText)
    .join('\n')
}

function tallyText({ there, read, taken, created, existing, repeated, leftOut }: Tally): string {
  const details = [
    ...(created > 0 ? [`${number(created)} new`] : []),
    ...(existing > 0 ? [`${number(existing)} here before`] : []),
    ...(repeated > 0 ? [`${number(repeated)} repeated`] : []),
  ]
  const known = details.length > 0 ? ` (${details.join(', ')})` : ''
  return `${number(there ?? read)} there, ${number(taken)} taken${known}, ${number(leftOut)} left out`
}
