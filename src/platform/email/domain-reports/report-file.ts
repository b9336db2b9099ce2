// Opens the file of a report: plain, gzip or zip, told apart by their first bytes, because reporters name their types as they
// like. The contents are read piece by piece and never held as a whole, so a bomb costs the time of its first megabytes.
import { Readable } from 'node:stream'
import { createGunzip, createInflateRaw } from 'node:zlib'
import { ReportError } from './report-error.ts'
import { REPORT_LIMITS } from './report-limits.values.ts'
import type { ReportLimits } from './report-limits.values.ts'
import { findZipEntry } from './zip-entry.ts'

const STORED = 0
const DEFLATED = 8
const CHUNK_BYTES = 64 * 1024

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** The contents, in pieces. @throws ReportError while they are read */
export function openReportFile(
  file: Uint8Array,
  limits: ReportLimits = REPORT_LIMITS,
): AsyncGenerator<Uint8Array, undefined> {
  return bounded(expand(file, limits), limits.expandedBytes)
}

function expand(file: Uint8Array, limits: ReportLimits): AsyncIterable<Uint8Array> {
  if (isGzip(file)) return Readable.from(piecesOf(file)).pipe(createGunzip({ chunkSize: CHUNK_BYTES }))
  if (!isZip(file)) return Readable.from(piecesOf(file))
  const { method, data } = findZipEntry(file, limits)
  if (method === STORED) return Readable.from(piecesOf(data))
  if (method !== DEFLATED) {
    throw new ReportError('The zip archive is compressed in a way that is not supported.')
  }
  return Readable.from(piecesOf(data)).pipe(createInflateRaw({ chunkSize: CHUNK_BYTES }))
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

async function* bounded(
  source: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0
  try {
    for await (const piece of source) {
      bytes += piece.length
      if (bytes > most) throw new ReportError(`The report is larger than ${Math.floor(most / 1_000_000)} MB.`)
      yield piece
    }
  } catch (error) {
    if (error instanceof ReportError) throw error
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new ReportError(`The compressed file is damaged: ${reason.slice(0, 100)}.`, { cause: error })
  }
}
