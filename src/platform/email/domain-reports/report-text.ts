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

/** The marks of UTF-16, and its first character without a mark (XML 1.0 appendix F). */
const UTF_16: readonly (readonly [first: number, second: number, label: string])[] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
  [0x3c, 0x00, 'utf-16le'],
  [0x00, 0x3c, 'utf-16be'],
]

function encodingOf(start: Uint8Array): string {
  const wide = UTF_16.find(([first, second]) => start[0] === first && start[1] === second)
  if (wide) return wide[2]
  const line = Buffer.from(start.subarray(0, LOOKED_AT)).toString('latin1')
  const named = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i.exec(line)?.[1] ?? DEFAULT
  // Programs that write text to a string first claim UTF-16; a line of single bytes is none.
  return /^(utf-?16|ucs-?2|iso-10646)/i.test(named) ? DEFAULT : named
}

/** @throws ReportError for bytes that the encoding does not have */
export function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined })
  } catch (error) {
    throw new ReportError(`The text is not in the encoding ${decoder.encoding}.`, { cause: error })
  }
}
