// Rules for the values of an email that programs compare. Callers' values are refused here, before they are stored; the
// composer checks again and never repairs such a value: a repaired header name is a different header. In free text, control
// characters become blanks when it is written.
import { z } from 'zod'
import { textUpTo } from '../schemas/bounded.schema.ts'

/** RFC 5322 section 3.6.8: printable, no colon. A name cannot be folded, so it has to fit into a line of 78. */
export const HEADER_NAME = /^[!-9;-~]{1,76}$/

/** The inside of a msg-id (RFC 5322 section 3.6.4), which readers accept with or without an `@`. */
export const MESSAGE_PART_ID = /^[!-;=?-~]{1,250}$/

const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`{|}~-]"

/** RFC 2045 section 5.1, names of at most 127 characters (RFC 6838 section 4.2), and parameters such as method. */
export const CONTENT_TYPE = new RegExp(
  `^${TOKEN}{1,127}/${TOKEN}{1,127}(?:; ?${TOKEN}{1,40}=(?:${TOKEN}{1,80}|"[ !#-\\[\\]-~]{0,80}")){0,4}$`,
)

/** All control characters but the tab, spelled out because client generators do not support \p{Cc}. */
const CONTROLS_BUT_TAB = String.raw`\u0000-\u0008\u000A-\u001F\u007F-\u009F`

/** RFC 5322 section 2.2; the tab is the only control character allowed in a value. */
export const HEADER_VALUE = new RegExp(`^[^${CONTROLS_BUT_TAB}]*$`, 'u')

// The headers that callers may not set, in lower case; `*` stands for any ending.
/** A second one would show a reader something that was not signed. */
const WRITTEN_BY_SERVICE =
  'from to cc bcc subject date message-id mime-version content-* dkim-signature sender reply-to feedback-id'
/** A receiver that finds a forged one may believe that it has already checked the email (RFC 8601 section 5). */
const WRITTEN_ON_THE_WAY = 'return-path received delivered-to authentication-results arc-* resent-*'
/** Relays obey these: they can add recipients or switch suppression off. The service writes those of its own relay. */
const OBEYED_BY_RELAYS =
  'x-smtpapi x-msys-api x-mailgun-* x-mj-* x-ses-* x-pm-metadata-* x-pm-keepid x-mailin-custom'
/** Every recipient must be able to unsubscribe from marketing email, so the service writes these. */
const WRITTEN_ON_MARKETING = 'list-unsubscribe*'

const toPattern = (...names: string[]): RegExp =>
  new RegExp(`^(?:${names.join(' ').replaceAll('*', '.*').replaceAll(' ', '|')})$`, 'i')
const RESERVED = toPattern(WRITTEN_BY_SERVICE, WRITTEN_ON_THE_WAY)
const RESERVED_ON_MARKETING = toPattern(WRITTEN_BY_SERVICE, WRITTEN_ON_THE_WAY, WRITTEN_ON_MARKETING)

export const isReservedHeader = (name: string, { isMarketing = false } = {}): boolean =>
  (isMarketing ? RESERVED_ON_MARKETING : RESERVED).test(name)

const FOR_RELAYS = toPattern(OBEYED_BY_RELAYS)

/** Refused when an email is accepted. Emails that were accepted before it was refused are still sent as they are. */
export const isRelayHeader = (name: string): boolean => FOR_RELAYS.test(name)

export const HeaderValueField = textUpTo(5000).regex(
  HEADER_VALUE,
  'must be one line, without control characters',
)
/**
 * Control characters, line separators, and the marks that change the direction of writing (Bidi_Control of Unicode), which
 * can make a program look like "invoice_exe.jpg". The joiners U+200C and U+200D belong to words of several scripts, and
 * stay.
 */
const UNFIT_IN_FILENAME = new RegExp(
  `[\\t${CONTROLS_BUT_TAB}\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]`,
  'u',
)
const ALL_UNFIT_IN_FILENAME = new RegExp(UNFIT_IN_FILENAME.source, 'gu')
/** Removes such characters from names that cannot be refused, such as those in a received email. */
export const sanitizeFilename = (name: string): string => name.replaceAll(ALL_UNFIT_IN_FILENAME, '')

const FILENAME = new RegExp(`^[^${UNFIT_IN_FILENAME.source.slice(1)}+$`, 'u')

function filenameProblem(filename: unknown): string {
  const unfit = UNFIT_IN_FILENAME.exec(String(filename))?.[0]
  if (unfit === undefined) return 'must be a file name'
  const code = unfit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `must not contain the invisible character U+${code}, which can hide what kind of file it is; remove it`
}

export const FilenameField = textUpTo(255).regex(FILENAME, {
  error: ({ input }) => filenameProblem(input),
})
export const ContentIdField = z
  .string()
  .regex(MESSAGE_PART_ID, 'must have 1 to 250 printable characters, without spaces and angle brackets')
export const ContentTypeField = z.string().regex(CONTENT_TYPE, 'must be a media type, such as image/png')
