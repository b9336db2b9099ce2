// Scans a JSON body while it arrives, so that one that would take long to process is refused before it is parsed. It does
// not check whether the body is valid JSON; JSON.parse does.
import { AppError } from '../errors.ts'

// Deeper than any real document of ours (a filter tree has 5 levels); each level costs stack in every validator.
const MAX_DEPTH = 64

// Numbers, texts, true, false, null, lists and objects. The largest lists of the API have 10,000 items. Code that walks the
// values after parsing takes microseconds for each, so this bounds it to some 20 ms.
const MOST_VALUES = 20_000

// A body of 16 MB holds up to 2.7 million escapes of the form \u00e9; real ones have far fewer. The parser needs about 8 ns
// for each: 8 million line breaks, which would fit too, take it 60 ms.
const MOST_ESCAPES = 3_000_000

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The state at the end of the last piece. */
const OUTSIDE = 0
/** After the bracket that opens a list or an object: the next token is its first value, unless it closes. */
const OPENED = 1
const IN_TEXT = 2
const AFTER_BACKSLASH = 3

export class JsonScan {
  #place = OUTSIDE
  #depth = 0
  #values = 1
  #escapes = 0

  /** The number of values so far. */
  get values(): number {
    return this.#values
  }

  /**
   * Scans the next piece. One loop over local variables: a megabyte takes 2 ms.
   * @throws AppError
   */
  add(piece: Uint8Array): void {
    let place = this.#place
    // The middle of an attachment.
    if (place === IN_TEXT && !piece.includes(QUOTE) && !piece.includes(BACKSLASH)) return
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number
      if (place === IN_TEXT) {
        if (byte === QUOTE) place = OUTSIDE
        else if (byte === BACKSLASH) {
          place = AFTER_BACKSLASH
          this.#escapes += 1
        }
      } else if (place === AFTER_BACKSLASH) place = IN_TEXT
      else if (byte > SPACE) place = this.#scan(byte, place)
    }
    this.#place = place
    if (this.#values > MOST_VALUES) throw tooManyValues()
    if (this.#escapes > MOST_ESCAPES) throw tooManyEscapes()
  }

  /** Reads a character outside any text; returns the state after it. */
  #scan(byte: number, place: number): number {
    const isClosing = byte === CLOSE_ARRAY || byte === CLOSE_OBJECT
    if (isClosing) {
      this.#depth -= 1
      return OUTSIDE
    }
    if (place === OPENED || byte === COMMA) this.#values += 1
    if (byte === QUOTE) return IN_TEXT
    if (byte !== OPEN_ARRAY && byte !== OPEN_OBJECT) return OUTSIDE
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw tooDeep()
    return OPENED
  }
}

const tooDeep = () =>
  new AppError('INVALID_REQUEST_BODY', {
    message: `The request body is nested deeper than ${MAX_DEPTH} levels.`,
  })

const tooManyValues = () =>
  new AppError('PAYLOAD_TOO_LARGE', {
    message: `The request body has more than ${MOST_VALUES.toLocaleString('en')} JSON values (texts, numbers, lists and objects).`,
  })

const tooManyEscapes = () =>
  new AppError('PAYLOAD_TOO_LARGE', {
    message: `The request body has more than ${MOST_ESCAPES.toLocaleString('en')} escaped characters.`,
    suggestion: 'Write text as UTF-8 instead of escaping it.',
  })
