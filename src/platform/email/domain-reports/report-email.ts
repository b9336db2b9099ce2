// The files in the email of a report, and the domain that it is from.
import PostalMime from 'postal-mime'
import { domainOfAddress } from '../../addresses/email-address.ts'
import { ReportError } from './report-error.ts'
import type { ReportLimits } from './report-limits.values.ts'

const MIME_LIMITS = { maxNestingDepth: 10, maxHeadersSize: 256 * 1024 }
const LINE_FEED = 0x0a

export type ReportEmail = { fromDomain: string | null; files: Uint8Array[] }

export async function readReportEmail(raw: Uint8Array, limits: ReportLimits): Promise<ReportEmail> {
  if (raw.byteLength > limits.emailBytes) throw new ReportError('The email is too large.')
  if (countLines(raw) > limits.emailLines) throw new ReportError('The email has too many lines.')
  const email = await PostalMime.parse(raw, MIME_LIMITS).catch((cause: unknown) => {
    throw new ReportError('The email cannot be read as MIME.', { cause })
  })
  const files = email.attachments.slice(0, limits.attachments).map(({ content }) => bytesOf(content))
  const words = email.text ?? ''
  // A report may be the text of the email itself.
  if (/^\s*[<{]/.test(words)) files.push(Buffer.from(words))
  return { fromDomain: domainOf(email.from?.address), files }
}

const domainOf = (address: string | undefined): string | null =>
  address?.includes('@') === true ? domainOfAddress(address).toLowerCase() : null

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

function countLines(raw: Uint8Array): number {
  let lines = 0
  for (let at = raw.indexOf(LINE_FEED); at >= 0; at = raw.indexOf(LINE_FEED, at + 1)) lines += 1
  return lines
}
