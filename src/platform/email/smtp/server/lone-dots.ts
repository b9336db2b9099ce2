// SMTP smuggling: an email ends with a dot on a line of its own, between two CRLF. Servers that take a bare CR or LF for a
// line end, too, find the end somewhere else, and what follows it becomes another email that nobody signed in for. Our own
// server takes CRLF only. An email with such a dot is refused all the same, because no honest program sends one.

const CR = 0x0d
const LF = 0x0a
const DOT = 0x2e

type State = 'text' | 'cr' | 'start' | 'dot' | 'dot-cr'

export type DotWatch = {
  look(bytes: Uint8Array): void
  /** Whether a line of one dot begins or ends with a bare CR or LF. */
  readonly hasFound: boolean
}

/** Is shown an email piece by piece, without the dots that SMTP puts in front of dots. */
export function createDotWatch(): DotWatch {
  let state: State = 'start'
  let isBareStart = false
  let hasFound = false

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
        if (byte === LF) hasFound = true
        return inText(byte)
      case 'dot-cr':
        if (byte !== LF || isBareStart) hasFound = true
        begin(byte !== LF)
        return byte === LF ? undefined : atStart(byte)
    }
  }
  return {
    look(bytes) {
      for (const byte of bytes) {
        // Nearly every byte: in the middle of a line.
        if (state === 'text' && byte > CR) continue
        step(byte)
      }
    },
    get hasFound() {
      return hasFound
    },
  }
}
