// Header lines: unstructured text, mailboxes and parameters, encoded where they are not plain ASCII and folded before they
// grow long. Any input text produces exactly the requested header: control characters become blanks. A newcomer gets this
// wrong: an encoded word may not split a character (RFC 2047 section 5), and a display name may not be quoted and encoded
// at once.
import { InvalidMessageError } from '../message.ts'
import type { Mailbox } from '../message.ts'
import { HEADER_NAME, isReservedHeader } from '../message.schema.ts'

// RFC 5322 section 2.1.1 asks for 78 characters a line; RFC 2047 section 2 for 76 where a word is encoded.
const LINE = 76

// `=?UTF-8?B?` and `?=`, around base64 that holds three bytes in four characters.
const WORD_FRAME = 12

// RFC 2047 section 2: an encoded word has at most 75 characters.
const LONGEST_WORD = 75

// The longest UTF-8 character. A first line with less room is left empty.
const LONGEST_CHARACTER = 4

const PLAIN = /^[\x20-\x7e]*$/
const ATOMS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/** C0, DEL, C1, and the two separators that readers take for a line end. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** A word that cannot be folded into lines of 998, with the name before it, or blanks that fill a line. */
const UNFOLDABLE = /(?:^| )[^ ]{900}| {60}/

// Twice as long when every character is escaped, and still no line of 998. Real names are shorter.
const LONGEST_QUOTED = 450

/** Plain text that a reader would decode is encoded itself, so that it arrives unchanged. */
const LOOKS_ENCODED = /=\?[^?]*\?[A-Za-z]\?/

/** Printable, within 254 characters, and nothing that ends an address: the characters that the address parser accepts. */
const ADDRESS = /^[!-+\--;=?-~]{1,254}$/

/** A header of the caller with free text as its value. Its name is the caller's too, so it is checked. */
export function customHeader(name: string, value: string): string {
  if (!HEADER_NAME.test(name)) throw new InvalidMessageError('a header name contains invalid characters')
  if (isReservedHeader(name)) throw new InvalidMessageError(`the header ${name} is written by the service`)
  return textHeader(name, value)
}

/** A header with free text as its value, under one of our own names. */
export function textHeader(name: string, value: string): string {
  return fold(name, textWords(value, name.length + 2))
}

/** A header whose value is one or more mailboxes. */
export function mailboxHeader(name: string, mailboxes: readonly Mailbox[]): string {
  const words = mailboxes.flatMap((mailbox, index) => {
    const isLast = index === mailboxes.length - 1
    const column = index === 0 ? name.length + 2 : 1
    return mailboxWords(mailbox, { column, end: isLast ? '' : ',' })
  })
  return fold(name, words)
}

/** A header whose value we made and which contains no foreign text. */
export const rawHeader = (name: string, value: string): string => `${name}: ${value}\r\n`

function mailboxWords(
  { name, address }: Mailbox,
  { column, end }: { column: number; end: string },
): string[] {
  if (!ADDRESS.test(address)) throw new InvalidMessageError('an address contains invalid characters')
  const words = displayName(name ?? '', column)
  return words.length === 0 ? [`${address}${end}`] : [...words, `<${address}>${end}`]
}

function displayName(name: string, column: number): string[] {
  const text = oneLine(name)
  if (text === '') return []
  if (!isPlain(text) || text.length > LONGEST_QUOTED) return encodedWords(text, column)
  return (ATOMS.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`).split(' ')
}

function textWords(value: string, column: number): string[] {
  const text = oneLine(value)
  return isPlain(text) ? text.split(' ') : encodedWords(text, column)
}

/** Blanks at the ends mean nothing in a header, and a line that ends in them is changed on the way. */
const oneLine = (value: string): string =>
  (PLAIN.test(value) ? value : value.toWellFormed().replace(CONTROLS, ' ')).trim()

const isPlain = (text: string): boolean =>
  PLAIN.test(text) && !LOOKS_ENCODED.test(text) && !UNFOLDABLE.test(text)

/** RFC 2047 section 4.1, in pieces that end between characters; the first has to fit after `column`. */
function encodedWords(text: string, column: number): string[] {
  const first = bytesIn(LINE - column)
  const most = bytesIn(LONGEST_WORD)
  const words: string[] = []
  let piece = ''
  let room = first < LONGEST_CHARACTER ? most : first
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (size > room) {
      words.push(encodedWord(piece))
      piece = ''
      room = most
    }
    piece += character
    room -= size
  }
  return [...words, encodedWord(piece)]
}

const bytesIn = (characters: number): number => Math.floor((characters - WORD_FRAME) / 4) * 3

const encodedWord = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

/**
 * Folds to lines of at most 76 characters where the words allow it; a longer word is alone on its line. Only an encoded
 * word, whose limit is strict, leaves the first line empty.
 */
function fold(name: string, words: readonly string[]): string {
  let text = `${name}:`
  let column = text.length
  for (const word of words) {
    const isFirst = column === name.length + 1
    if (column + 1 + word.length > LINE && word !== '' && (!isFirst || word.startsWith('=?'))) {
      text += '\r\n'
      column = 0
    }
    text += ` ${word}`
    column += 1 + word.length
  }
  return `${text}\r\n`
}

/** The characters that a quoted string holds unescaped. Readers differ in how they undo a backslash. */
const QUOTABLE = /^[ !#-[\]-~]{0,60}$/

// A piece of this length fits into the line, with the parameter's name and number before it.
const LONGEST_PIECE = 50

/** A parameter such as filename, with the semicolon before it; RFC 2231 sections 3 and 4 where it is long or not plain. */
export function parameter(name: string, value: string): string {
  const text = oneLine(value)
  if (QUOTABLE.test(text) && !LOOKS_ENCODED.test(text)) return `;\r\n ${name}="${text}"`
  const pieces = percentPieces(text)
  if (pieces.length === 1) return `;\r\n ${name}*=UTF-8''${pieces[0]}`
  return pieces.map((piece, n) => `;\r\n ${name}*${n}*=${n === 0 ? "UTF-8''" : ''}${piece}`).join('')
}

function percentPieces(text: string): string[] {
  const pieces = ['']
  for (const character of text) {
    const encoded = percentEncoded(character)
    const last = pieces[pieces.length - 1] ?? ''
    if (last.length + encoded.length > LONGEST_PIECE) pieces.push(encoded)
    else pieces[pieces.length - 1] = last + encoded
  }
  return pieces
}

/** encodeURIComponent leaves four characters that RFC 2231 section 7 encodes. */
const percentEncoded = (character: string): string =>
  encodeURIComponent(character).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
