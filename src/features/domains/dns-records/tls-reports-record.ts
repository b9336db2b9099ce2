// The record that asks for TLS reports (RFC 8460 section 3). Any address may get them.
import { mismatch, missing, ok } from './finding.ts'
import type { RecordFinding } from './finding.ts'

const ADDRESS = /^(?:mailto:[^\s,;@]+@[^\s,;@]+|https:\/\/[^\s,;]+)$/i

/** Other kinds of texts do not count. */
export function evaluateTlsReports(texts: readonly string[]): RecordFinding {
  const records = texts.filter((text) => /^["\s]*v\s*=\s*TLSRPT/i.test(text))
  const [record] = records
  if (record === undefined) return missing()
  if (records.length > 1) {
    return mismatch(records, `There are ${records.length} of them, so senders ignore all. Keep only one.`)
  }
  const problem = problemOf(record)
  return problem === undefined ? ok(records) : mismatch(records, problem)
}

function problemOf(text: string): string | undefined {
  if (text.includes('"')) return 'The value contains quotation marks. Enter it without them.'
  const [version = '', ...fields] = text.split(';').map((field) => field.trim())
  if (version !== 'v=TLSRPTv1') return 'It must begin with v=TLSRPTv1.'
  const rua = fields.find((field) => field.startsWith('rua='))?.slice('rua='.length)
  const addresses = rua?.split(',').map((address) => address.trim()) ?? []
  if (addresses.length > 0 && addresses.every((address) => ADDRESS.test(address))) return undefined
  return 'rua= must be addresses such as mailto:you@example.com.'
}
