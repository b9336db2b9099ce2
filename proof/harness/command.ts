// Shared by the commands of all proofs: numbers that set their size, a seed that repeats a run, `--smallest` for a quick try,
// `--break` to remove a protection, a table at the end, and an exit code that says whether every promise was kept.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { readConfig } from '../../src/platform/config.ts'
import { printResult } from './promise-table.ts'
import type { Row } from './promise-table.ts'

export type Say = (line: string) => void

/** The options of a part of a proof, which `--only` names. */
export type Part = { say: Say; isSmallest: boolean }

export class UsageError extends Error {}

const SEEDS = 1_000_000

/** The default of MARKETING_EMAILS_AHEAD. */
export const USUAL_AHEAD = readConfig({}).MARKETING_EMAILS_AHEAD

export type ProofOptions<Name extends string> = Record<Name, number> & {
  seed: number
  /** The protection to remove; the proof must notice. */
  broken: string | undefined
  flags: ReadonlySet<string>
  /** Promises must hold, but figures have no limit: times of so small a run say nothing. */
  isSmallest: boolean
  /** The part that `--only` names. */
  only: string | undefined
}

type ProofCommand<Name extends string> = {
  /** Names of numbers with their defaults. */
  numbers: Record<Name, number>
  /** Their values with --smallest. */
  smallest: Record<Name, number>
  breakages?: readonly string[]
  flags?: readonly string[]
  parts?: readonly string[]
}

export function readProofOptions<Name extends string>(known: ProofCommand<Name>): ProofOptions<Name> {
  const { numbers, smallest, breakages = [], flags = [], parts = [] } = known
  const text = [...Object.keys(numbers), 'seed', 'break', 'only']
  const options: ParseArgsConfig['options'] = {
    ...Object.fromEntries(text.map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries([...flags, 'smallest'].map((name) => [name, { type: 'boolean' as const }])),
  }
  const values: Record<string, unknown> = parseArgs({ options }).values
  const isSmallest = values['smallest'] === true
  const defaults = { ...(isSmallest ? smallest : numbers), seed: randomInt(SEEDS) }
  const read = Object.entries(defaults).map(
    ([name, usual]) => [name, wholeNumber(name, values[name] ?? usual)] as const,
  )
  return {
    ...(Object.fromEntries(read) as Record<Name, number> & { seed: number }),
    isSmallest,
    broken: oneOf('break', values['break'], breakages),
    only: oneOf('only', values['only'], parts),
    flags: new Set(flags.filter((name) => values[name] === true)),
  }
}

function wholeNumber(name: string, given: unknown): number {
  const number = Number(given)
  if (!Number.isSafeInteger(number) || number < 0) throw new UsageError(`--${name} takes a whole number.`)
  return number
}

function oneOf(option: string, given: unknown, known: readonly string[]): string | undefined {
  if (given === undefined) return undefined
  const found = known.find((one) => one === given)
  if (found !== undefined) return found
  throw new UsageError(
    known.length === 0 ? `There is no --${option} here.` : `--${option} takes ${known.join(' or ')}.`,
  )
}

/** Runs a proof to its table, and ends the process. */
export async function runProof(prove: (say: Say) => Promise<Row[]>): Promise<never> {
  try {
    process.exitCode = printResult(await prove((line) => console.log(line)))
  } catch (error) {
    const isUsage =
      error instanceof UsageError ||
      String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
    console.error(isUsage ? (error as Error).message : error)
    process.exitCode = isUsage ? 2 : 1
  }
  // Pools and threads that a fault left half open do not keep a finished proof running.
  process.exit()
}
