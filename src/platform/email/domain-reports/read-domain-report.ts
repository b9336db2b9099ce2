// From the email of a report to what it says. Runs in a thread of its own: the sender decides how long it takes.
import { readSignatures } from '../dkim-verify.ts'
import type { SignatureClaim } from '../dkim-verify.ts'
import { DmarcReportReader } from './dmarc-report.ts'
import type { DomainReport, ReportedDomain } from './domain-report.ts'
import { readReportEmail } from './report-email.ts'
import { isGzip, isZip, openReportFile } from './report-file.ts'
import { ReportError } from './report-error.ts'
import { REPORT_LIMITS } from './report-limits.values.ts'
import type { ReportLimits } from './report-limits.values.ts'
import { decode, decoderFor } from './report-text.ts'
import { readTlsReport } from './tls-report.ts'

export type ReportInput = { raw: Uint8Array; about: ReportedDomain }

/** `problem`: why there is no report. Signatures are those of the email, which have to be verified. */
export type ReportReading = {
  fromDomain: string | null
  signatures: SignatureClaim[]
} & ({ report: DomainReport; problem: null } | { report: null; problem: string })

export async function readDomainReport(
  { raw, about }: ReportInput,
  limits: ReportLimits = REPORT_LIMITS,
): Promise<ReportReading> {
  let fromDomain: string | null = null
  try {
    const email = await readReportEmail(raw, limits)
    fromDomain = email.fromDomain
    const report = await readFirst(email.files, { about, limits })
    return { fromDomain, signatures: readSignatures(raw), report, problem: null }
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    return { fromDomain, signatures: [], report: null, problem: error.message }
  }
}

type ReadOptions = { about: ReportedDomain; limits: ReportLimits }

/** The first file that looks like a report decides: others are words and pictures, of which SVG and HTML look like XML. */
async function readFirst(files: readonly Uint8Array[], options: ReadOptions): Promise<DomainReport> {
  const file =
    files.find((one) => isGzip(one) || isZip(one)) ??
    files.find((one) => isText(one, '<') || isText(one, '{'))
  if (!file) throw new ReportError('The email has no file with a report.')
  return readReportFile(file, options)
}

/** A file by itself: gzip, zip, XML or JSON. @throws ReportError */
export async function readReportFile(
  file: Uint8Array,
  { about, limits }: ReadOptions,
): Promise<DomainReport> {
  const pieces = openReportFile(file, limits)
  const { value: first } = await pieces.next()
  if (first === undefined) throw new ReportError('The file is empty.')
  if (isText(first, '{')) return readTlsReport(await collect(first, { pieces, limits }), about, limits)
  if (!isText(first, '<')) throw new ReportError('The file is neither XML nor JSON.')
  const decoder = decoderFor(first)
  const reader = new DmarcReportReader(about, limits)
  reader.add(decode(decoder, first))
  for await (const piece of pieces) reader.add(decode(decoder, piece))
  reader.add(decode(decoder))
  return reader.end()
}

type CollectOptions = { pieces: AsyncIterable<Uint8Array>; limits: ReportLimits }

async function collect(first: Uint8Array, { pieces, limits }: CollectOptions): Promise<Uint8Array> {
  const collected = [first]
  let bytes = first.length
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > limits.jsonBytes) {
      throw new ReportError(`The JSON is larger than ${limits.jsonBytes / 1_000_000} MB.`)
    }
    collected.push(piece)
  }
  if (bytes > limits.jsonBytes) throw new ReportError('The JSON is too large.')
  return Buffer.concat(collected)
}

// Marks of the encoding, zeros of UTF-16 and blanks may come first.
const BEFORE_TEXT = new Set([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00, 0x20, 0x09, 0x0a, 0x0d])
const LOOKED_AT = 1_000

function isText(bytes: Uint8Array, sign: '<' | '{'): boolean {
  const first = bytes.subarray(0, LOOKED_AT).find((byte) => !BEFORE_TEXT.has(byte))
  return first === sign.charCodeAt(0)
}
