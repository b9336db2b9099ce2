// Turns the bytes of an XML file into text, by its byte order mark or by the encoding that its first line names.
import { TextDecoder } from 'node:util'
import { ReportError } from './report-error.ts'

/** UTF-8 without a mark (XML 1.0 section 4.3.3). */
const DEFAULT = 'utf-8'
// The declaration is the first thing in a file.
const LOOKED_AT = 200

export function decoderFor(start: Uint8Array): TextDecoder {
  const label = encodingOf(start)
  try {
    return new TextDecoder(label, { fatal: true })
  } catch (error) {
    throw new ReportError(`The encoding ${JSON.stringify(label.slice(0, 40))} is unknown.`, { cause: error })
  }
}

function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const line = Buffer.from(start.subarray(0, LOOKED_AT)).toString('latin1')
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i.exec(line)?.[1] ?? DEFAULT
}

/** @throws ReportError for bytes that the encoding does not have */
export function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined })
  } catch (error) {
    throw new ReportError(`The text is not in the encoding ${decoder.encoding}.`, { cause: error })
  }
}
