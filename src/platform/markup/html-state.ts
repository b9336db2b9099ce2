// The HTML tokenizer. Its state is the position in a text: between tags, in which attribute, in which kind of quotes. It
// follows the HTML Standard (13.2.5) as far as needed for that. Two differences, both for email: the content of a
// conditional comment (`<!--[if mso]> … <![endif]-->`) is HTML, because Outlook reads it; and `href` counts with any prefix
// (VML). html-scan.ts follows the same steps to find the offsets of tags and attributes.
//
// A state is a value: `advance` returns the next one, so that it can be cached for a text that does not change.
import { isUrlAttribute, isUrlList } from './url-guard.ts'

export type HtmlState = {
  readonly at: keyof typeof STEPS
  /** Lower-case name of the tag, with a slash in front for a closing one. */
  readonly tag: string
  /**
   * The part read so far of a deciding word: an attribute's name, also while its value is read, the beginning of a comment,
   * the end of a script.
   */
  readonly word: string
  /** The quotes of an attribute's value; empty: none. */
  readonly quote: '' | '"' | "'"
  /**
   * The part of a URL read so far while its scheme is unknown; undefined outside a URL, or once its scheme is known. In a
   * list of URLs another may always begin, so there it is the last one, or a slash once its scheme is known.
   */
  readonly url: string | undefined
}

export const BETWEEN_TAGS: HtmlState = { at: 'data', tag: '', word: '', quote: '', url: undefined }

export function isSameState(a: HtmlState, b: HtmlState): boolean {
  return (
    a === b ||
    (a.at === b.at && a.tag === b.tag && a.word === b.word && a.quote === b.quote && a.url === b.url)
  )
}

/** The state after the text. */
export function advance(state: HtmlState, text: string): HtmlState {
  if (text === '') return state
  const cursor: Cursor = { ...state }
  let at = 0
  while (at < text.length) at = stepOn(cursor, text, at)
  return cursor
}

/** Reads one token, or a part of it, starting at `at`: advances the cursor and returns the offset of the next step. */
export function stepOn(cursor: Cursor, text: string, at: number): number {
  return STEPS[cursor.at](cursor, text, at)
}

/** Whether a value printed now is, or may become, the beginning of a URL. */
export function isUrlOpen(state: HtmlState): boolean {
  return state.at === 'beforeValue' ? isUrlAttribute(state.word) : state.url !== undefined
}

/** The offset at which the attribute's value ends, or -1. */
export function findValueEnd(quote: HtmlState['quote'], text: string, from = 0): number {
  if (quote !== '') return text.indexOf(quote, from)
  UNQUOTED_END.lastIndex = from
  return UNQUOTED_END.exec(text)?.index ?? -1
}

// No scheme is that long; without a limit every text without a colon would be stored.
const MAX_OPEN_URL_LENGTH = 200

/** A mutable state, for following the steps one by one. */
export type Cursor = { -readonly [Key in keyof HtmlState]: HtmlState[Key] }

const UNQUOTED_END = /[\t\n\f\r >]/g
const TAG_NAME = /[^\t\n\f\r />]*/y
const ATTRIBUTE_NAME = /[^\t\n\f\r />=]*/y
const BLANKS = /[\t\n\f\r ]*/y
const BLANKS_AND_SLASHES = /[\t\n\f\r /]*/y

/** Elements whose content is text up to their closing tag. */
const RAW_TEXT_TAGS = ['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']
const RAW_TEXT_ENDS = new Map(
  RAW_TEXT_TAGS.map((tag) => [tag, new RegExp(`</${tag}(?=[\\t\\n\\f\\r />])`, 'i')]),
)

const isLetter = (character: string): boolean =>
  (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')

/** The end of the match. The patterns also match nothing, so there is always an end. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  pattern.test(text)
  return pattern.lastIndex
}

function endTag(cursor: Cursor, at: number): number {
  cursor.at = RAW_TEXT_ENDS.has(cursor.tag) ? 'rawText' : 'data'
  cursor.word = ''
  return at + 1
}

/** Each step reads from `at` in a text that is not at its end, and returns the offset of the next step. */
const STEPS = {
  data(cursor: Cursor, text: string, at: number): number {
    const open = text.indexOf('<', at)
    if (open === -1) return text.length
    cursor.at = 'open'
    cursor.word = ''
    return open + 1
  },

  /** After `<` or `</`. */
  open(cursor: Cursor, text: string, at: number): number {
    const character = text[at] ?? ''
    if (isLetter(character)) {
      cursor.at = 'tag'
      cursor.tag = cursor.word
      return at
    }
    if (cursor.word === '/') {
      cursor.at = character === '>' ? 'data' : 'bogus'
      return at + (character === '>' ? 1 : 0)
    }
    if (character === '/') cursor.word = '/'
    else if (character === '!') cursor.at = 'declaration'
    else cursor.at = character === '?' ? 'bogus' : 'data'
    return character === '/' || character === '!' || character === '?' ? at + 1 : at
  },

  /** After `<!`: a comment, or something that ends with the next `>`. */
  declaration(cursor: Cursor, text: string, at: number): number {
    if (text[at] !== '-') {
      cursor.at = 'bogus'
      return at
    }
    cursor.word += '-'
    if (cursor.word === '--') {
      cursor.at = 'commentStart'
      cursor.word = ''
    }
    return at + 1
  },

  commentStart(cursor: Cursor, text: string, at: number): number {
    const word = cursor.word + (text[at] ?? '').toLowerCase()
    if (word === '[if') cursor.at = 'bogus'
    if ('[if'.startsWith(word)) {
      cursor.word = word
      return at + 1
    }
    cursor.at = 'comment'
    // `<!-->` is a whole comment.
    cursor.word = `--${cursor.word}`.slice(-3)
    return at
  },

  /** Up to `-->`; the word holds the last three characters. */
  comment(cursor: Cursor, text: string, at: number): number {
    const end = text.indexOf('>', at)
    const until = end === -1 ? text.length : end
    const last = (cursor.word + text.slice(Math.max(at, until - 3), until)).slice(-3)
    if (end === -1) {
      cursor.word = last
      return text.length
    }
    const isEnd = last.endsWith('--') || last === '--!'
    cursor.at = isEnd ? 'data' : 'comment'
    cursor.word = isEnd ? '' : `${last}>`.slice(-3)
    return end + 1
  },

  bogus(cursor: Cursor, text: string, at: number): number {
    const end = text.indexOf('>', at)
    if (end === -1) return text.length
    cursor.at = 'data'
    cursor.word = ''
    return end + 1
  },

  tag(cursor: Cursor, text: string, at: number): number {
    const end = skip(TAG_NAME, text, at)
    cursor.tag += text.slice(at, end).toLowerCase()
    if (end < text.length) cursor.at = 'attributes'
    return end
  },

  attributes(cursor: Cursor, text: string, at: number): number {
    const next = skip(BLANKS_AND_SLASHES, text, at)
    if (next === text.length) return next
    if (text[next] === '>') return endTag(cursor, next)
    cursor.at = 'name'
    // An equals sign in front belongs to the name.
    cursor.word = text[next] === '=' ? '=' : ''
    return next + cursor.word.length
  },

  name(cursor: Cursor, text: string, at: number): number {
    const end = skip(ATTRIBUTE_NAME, text, at)
    cursor.word += text.slice(at, end)
    if (end < text.length) cursor.at = 'afterName'
    return end
  },

  afterName(cursor: Cursor, text: string, at: number): number {
    const next = skip(BLANKS, text, at)
    if (next === text.length) return next
    const isValue = text[next] === '='
    cursor.at = isValue ? 'beforeValue' : 'attributes'
    return isValue ? next + 1 : next
  },

  beforeValue(cursor: Cursor, text: string, at: number): number {
    const next = skip(BLANKS, text, at)
    const character = text[next]
    if (character === undefined) return next
    if (character === '>') return endTag(cursor, next)
    cursor.at = 'value'
    cursor.quote = character === '"' || character === "'" ? character : ''
    cursor.url = isUrlAttribute(cursor.word) ? '' : undefined
    return next + cursor.quote.length
  },

  value(cursor: Cursor, text: string, at: number): number {
    const end = findValueEnd(cursor.quote, text, at)
    if (end === -1) {
      if (cursor.url !== undefined) {
        cursor.url = isUrlList(cursor.word)
          ? lastOpen(cursor.url + text.slice(at))
          : stillOpen(cursor.url, text, at)
      }
      return text.length
    }
    cursor.at = 'attributes'
    const next = end + cursor.quote.length
    cursor.quote = ''
    cursor.url = undefined
    return next
  },

  /** The word holds the end of the text read so far, in which the closing tag may have begun. */
  rawText(cursor: Cursor, text: string, at: number): number {
    const read = cursor.word + text.slice(at)
    const end = RAW_TEXT_ENDS.get(cursor.tag)?.exec(read)
    if (!end) {
      cursor.word = read.slice(-(cursor.tag.length + 2))
      return text.length
    }
    cursor.at = 'attributes'
    const next = at + end.index + end[0].length - cursor.word.length
    cursor.tag = `/${cursor.tag}`
    cursor.word = ''
    return next
  },
}

function stillOpen(url: string, text: string, at: number): string | undefined {
  const read = url + text.slice(at, at + MAX_OPEN_URL_LENGTH + 1)
  return isSchemeKnown(read) ? undefined : read
}

const KNOWN_SCHEME = '/'

function lastOpen(list: string): string {
  // The end is enough, since the scheme of a longer one is known; a pattern would scan the whole list once per character.
  const last =
    list
      .slice(-(MAX_OPEN_URL_LENGTH + 1))
      .split(/[\s,]/)
      .at(-1) ?? ''
  return isSchemeKnown(last) ? KNOWN_SCHEME : last
}

const isSchemeKnown = (read: string): boolean => /[:/?#]/.test(read) || read.length > MAX_OPEN_URL_LENGTH
