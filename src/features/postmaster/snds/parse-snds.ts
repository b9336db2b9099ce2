// The answers of Microsoft SNDS (Smart Network Data Services, automated data access): CSV without a header, in columns that have been the
// same for years, and empty if there is nothing to say.
import { isIP } from 'node:net'
import { storableText } from '../../../platform/text/storable-text.ts'
import type { SNDS_VERDICTS } from '../postmaster.values.ts'

export type SndsDay = {
  address: string
  /** The day on which the activity began, as Microsoft counts days. */
  day: string
  rcptCommands: number
  dataCommands: number
  recipients: number
  verdict: (typeof SNDS_VERDICTS)[number]
  /** Such as "< 0.1%". */
  complaintRate: string
  trapHits: number
  sampleHelo: string
  sampleSender: string
  comments: string
}

export type SndsBlock = { first: string; last: string; reason: string }

const MOST_TEXT = 300
// Far longer than fifteen columns. The search for quotes takes more than linear time.
const LONGEST_LINE = 5_000

/** undefined: it is not the CSV of SNDS, but a page for people, for example. */
export function parseDays(text: string): SndsDay[] | undefined {
  const days = rowsOf(text, toDay)
  if (!days) return undefined
  // A day has one row, but nobody promises that.
  return [...new Map(days.map((day) => [`${day.address} ${day.day}`, day])).values()]
}

/** The blocked ranges; undefined: it is not the CSV of SNDS. */
export function parseBlocks(text: string): SndsBlock[] | undefined {
  const ranges = rowsOf(text, toRange)
  if (!ranges) return undefined
  const blocked = ranges.filter(({ isBlocked }) => isBlocked)
  return [
    ...new Map(
      blocked.map(({ first, last, reason }) => [`${first} ${last}`, { first, last, reason }]),
    ).values(),
  ]
}

/** The rows that can be read. undefined: there are rows, and none can. */
function rowsOf<Row>(text: string, read: (columns: string[]) => Row | undefined): Row[] | undefined {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const rows = lines.map((line) => read(cellsOf(line))).filter((row) => row !== undefined)
  return rows.length === 0 && lines.length > 0 ? undefined : rows
}

// A quoted cell, or one without quotes. No cell has a line end.
const CELL = /(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g

const cellsOf = (line: string): string[] =>
  line.length > LONGEST_LINE
    ? []
    : [...line.matchAll(CELL)].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())

const VERDICTS: Readonly<Record<string, SndsDay['verdict']>> = {
  GREEN: 'green',
  YELLOW: 'yellow',
  RED: 'red',
}

function toDay(columns: string[]): SndsDay | undefined {
  const [
    address = '',
    begin = '',
    ,
    rcpt,
    data,
    recipients,
    result = '',
    complaints = '',
    ,
    ,
    traps,
    ...texts
  ] = columns
  const day = dayOf(begin)
  const verdict = VERDICTS[result.toUpperCase()]
  const counts = [rcpt, data, recipients, traps].map(countOf)
  const [rcptCommands, dataCommands, received, trapHits] = counts
  if (isIP(address) === 0 || day === undefined || verdict === undefined) return undefined
  if (rcptCommands === undefined || dataCommands === undefined) return undefined
  if (received === undefined || trapHits === undefined) return undefined
  if (!/^[\d.,%<>=\s-]{0,20}$/.test(complaints)) return undefined
  const [sampleHelo, sampleSender, comments] = [texts[0], texts[1], texts[2]].map(shorten)
  return {
    address,
    day,
    rcptCommands,
    dataCommands,
    recipients: received,
    verdict,
    complaintRate: complaints,
    trapHits,
    sampleHelo: sampleHelo ?? '',
    sampleSender: sampleSender ?? '',
    comments: comments ?? '',
  }
}

function toRange([first = '', last = '', blocked = '', reason = '']: string[]) {
  if (isIP(first) === 0 || isIP(last) !== isIP(first) || !/^(yes|no)$/i.test(blocked)) return undefined
  return { first, last, isBlocked: /^yes$/i.test(blocked), reason: shorten(reason) }
}

/** An empty column means none. */
const countOf = (text = ''): number | undefined => (/^\d{0,12}$/.test(text) ? Number(text) : undefined)

const shorten = (text = ''): string => storableText(text.slice(0, MOST_TEXT))

/** Reads the day of a time such as "12/31/2019 10:00 AM". */
function dayOf(text: string): string | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(20\d\d)\b/.exec(text) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(written) ? written : undefined
}
