// SMTP smuggling: an email ends with a dot on a line of its own, between two CRLF. Servers that also accept a bare CR or LF
// as a line end find the end elsewhere, and the rest becomes another email that was never authenticated. Our server accepts
// CRLF only, and still refuses an email with such a dot, because no honest program sends one.

const CR = 0x0d
const LF = 0x0a
const DOT = 0x2e

type State = 'text' | 'cr' | 'start' | 'dot' | 'dot-cr'

export type LoneDotDetector = {
  scan(bytes: Uint8Array): void
  /** Whether a line of one dot begins or ends with a bare CR or LF. */
  readonly isFound: boolean
}

/** Reads an email piece by piece, after dot-unstuffing. */
export function createLoneDotDetector(): LoneDotDetector {
  let state: State = 'start'
  let isBareStart = false
  let isFound = false

  const begin = (isBare: boolean) => {
    state = 'start'
    isBareStart = isBare
  }
  const atStart = (byte: number) => {
    if (byte === DOT) state = 'dot'
    else inText(byte)
  }
  const inText = (byte: number) => {
    if (byte === CR) state = 'cr'
    else if (byte === LF) begin(true)
    else state = 'text'
  }
  const step = (byte: number) => {
    switch (state) {
      case 'text':
        return inText(byte)
      case 'start':
        return atStart(byte)
      case 'cr':
        begin(byte !== LF)
        return byte === LF ? undefined : atStart(byte)
      case 'dot':
        if (byte === CR) return void (state = 'dot-cr')
        if (byte === LF) isFound = true
        return inText(byte)
      case 'dot-cr':
        if (byte !== LF || isBareStart) isFound = true
        begin(byte !== LF)
        return byte === LF ? undefined : atStart(byte)
    }
  }
  return {
    scan(bytes) {
      for (const byte of bytes) {
        // Fast path for nearly every byte: in the middle of a line.
        if (state === 'text' && byte > CR) continue
        step(byte)
      }
    },
    get isFound() {
      return isFound
    },
  }
}
