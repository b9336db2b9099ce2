// Finds one-time codes in an email as a person would: by the words around them, by standing alone, and by not being
// something else that has digits (years, prices, phone numbers, order numbers). Every place of a candidate adds up, and what
// has nothing in its favour is left out.

type EmailWords = { subject: string; text: string }

const MOST_CODES = 10
/** Codes are at the beginning; the rest of a long email has figures that are none. */
const LONGEST_TEXT = 20_000
const MOST_CANDIDATES = 500

/** In the languages of most emails. Stems, so that compounds and endings count. */
const CODE_WORDS =
  /passcode|passwor[dt]|\bcodes?\b|[a-zäöüß]*codes?\b|\bkod\w{0,8}\b|\bkode\b|[a-zæøå]*kode\b|\bkoodi\b|\bkód\w{0,4}|\bc[oó]digos?\b|\bcodice\b|код\p{L}{0,4}|\bp\.?i\.?n\b|\botp\b|\btan\b|\bmtan\b|\b2fa\b|one-time|two-factor|einmal\p{L}*|κωδικ\p{L}*|رمز|קוד|कोड|验证码|校验码|驗證碼|コード|暗証番号|인증\s?번호|인증\s?코드|รหัส|mã/giu
/** Words of an email about proving who one is. They count less, and anywhere. */
const PROOF_WORDS =
  /verif|confirm|authenticat|log ?in|sign ?in|sign-in|anmeld|bestätig|recover|reset|activat|regist|einloggen|connexion|acceso|acesso|accedi|認証|登录|登入|로그인|подтвержд|doğrula|bekreft|weryfik/giu
const PROMPTS =
  /\b(?:enter|type|use|copy|paste|submit|provide|eingeben|saisissez|introduce|digite|inserisci)\b[^.!?\n]{0,30}$/iu
/** Words next to which a number is something else. */
const OTHER_WORDS =
  /order|bestell|pedido|commande|ordine|заказ|invoice|rechnung|factura|receipt|booking|reference|\bref\b|tracking|parcel|customer|kunden\p{L}*|account|konto|ticket|conference|phone|\btel\b|\bcall\b|\bdial|\bfax\b|\bzip\b|postal|postbus|postcode|branch|room|company|version|\bport\b|chrome|card ending|ending in|\bdoor\b|depot|transaction|номер|número|numéro|nummer|number|balance|amount|total|iban|visitors|counted|downloads|copyright|©/giu
/** Codes that are not for signing in. */
const OTHER_CODES =
  /(?:promo\p{L}*|coupon|discount|voucher|gift|rabatt\p{L}*|gutschein\p{L}*|error|status|area|country|zip|postal|source|qr|bar|dress|product|tax|sort|swift|referral|invitation) ?-?(?:card |certificate )?codes?|codes? (?:[A-Z0-9]+ )?(?:at (?:the )?checkout|for \d+ ?%)|% off/giu

const LINKS = /\b(?:https?:\/\/|www\.)\S+|\S{1,64}@\S{1,200}/gi
/** Texts that have digits and are never codes. */
const FIGURES: readonly RegExp[] = [
  /\+\d[\d ().-]{6,20}\d/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /[$€£¥₹]\s?\d[\d., ]{0,20}|\b(?:USD|EUR|GBP|CHF|INR)\s?\d[\d., ]{0,20}|\b\d[\d., ]{0,20}\d\s?(?:[$€£¥₹%]|(?:USD|EUR|GBP|CHF|INR|kr)\b)/g,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g,
  /\b\d+[.,]\d+\b/g,
]

/** Not part of a longer word, number or amount. */
const START = String.raw`(?<![\p{L}\p{N}_#/@.,+-])`
const END = String.raw`(?![\p{L}\p{N}_/@]|[-.,:+]\p{N}|-\p{L})`
/** Scripts without spaces write a code directly after a word. */
const WIDE_START = String.raw`(?<![A-Za-z0-9_#/@.,+-])`
const WIDE_END = String.raw`(?![A-Za-z0-9_/@]|[-.:+][A-Za-z0-9])`

const pattern = (body: string) => new RegExp(`${START}(?:${body})${END}`, 'gu')

type Shape = { pattern: RegExp; weight: number; code: (found: string) => string }

const asIs = (found: string) => found
const digitsOnly = (found: string) => found.replace(/\D/g, '')

/** Letters without digits count only in groups. `weight`: how much the form alone looks like a code. */
const SHAPES: readonly Shape[] = [
  { pattern: new RegExp(`${WIDE_START}\\d{6}${WIDE_END}`, 'gu'), weight: 1.5, code: asIs },
  { pattern: new RegExp(`${WIDE_START}(?:\\d{4,5}|\\d{7,8})${WIDE_END}`, 'gu'), weight: 0, code: asIs },
  {
    pattern: pattern(String.raw`\d{3}[ -]\d{3}|\d{2}([ -])\d{2}\1\d{2}|\d{4}[ -]\d{4}`),
    weight: 1,
    code: digitsOnly,
  },
  { pattern: pattern(String.raw`\d(?: \d){3,7}`), weight: 1, code: digitsOnly },
  { pattern: pattern(String.raw`(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{5,8}`), weight: 1, code: asIs },
  { pattern: pattern(String.raw`(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{5,10}`), weight: -0.5, code: asIs },
  { pattern: pattern(String.raw`[A-Z]-\d{4,8}|[A-Z0-9]{3,5}(?:-[A-Z0-9]{3,5}){1,3}`), weight: 1, code: asIs },
]

type Place = { code: string; weight: number; from: number; to: number }

/** Finds what may be one-time codes, the likeliest first. */
export function findCodes({ subject, text }: EmailWords): string[] {
  const body = text.slice(0, LONGEST_TEXT)
  const topic = countOf(`${subject}\n${body}`, PROOF_WORDS) > 0 ? 0.5 : 0
  const scores = new Map<string, number>()
  for (const [words, bonus] of [[subject, 1] as const, [body, 0] as const]) {
    const read = masked(words)
    for (const place of placesIn(read)) {
      const score = scoreOf(read, place)
      if (score + topic >= LEAST_SCORE) {
        scores.set(place.code, Math.max(scores.get(place.code) ?? 0, score + topic) + bonus)
      }
    }
  }
  const ranked = [...scores].toSorted(([, one], [, other]) => other - one)
  return ranked.slice(0, MOST_CODES).map(([code]) => code)
}

const LEAST_SCORE = 2.5

const countOf = (text: string, words: RegExp): number => [...text.matchAll(words)].length

/** Replaces texts by as many placeholders, so that all places stay. */
function masked(words: string): string {
  let read = words.replace(LINKS, (found) => '\u0001'.repeat(found.length))
  for (const figure of FIGURES) read = read.replace(figure, (found) => '\u0001'.repeat(found.length))
  return read
}

function placesIn(read: string): Place[] {
  const places: Place[] = []
  for (const { pattern: shape, weight, code } of SHAPES) {
    for (const { 0: found, index } of read.matchAll(shape)) {
      if (!/\d/.test(found) && !found.includes('-')) continue
      places.push({ code: code(found), weight, from: index, to: index + found.length })
      if (places.length === MOST_CANDIDATES) return places
    }
  }
  return places.filter((one) => !places.some((other) => covers(other, one)))
}

const covers = (outer: Place, inner: Place): boolean =>
  outer.from <= inner.from && outer.to >= inner.to && outer.to - outer.from > inner.to - inner.from

function scoreOf(read: string, { weight, from, to, code }: Place): number {
  const { line, before, after, linesBefore } = around(read, from, to)
  let score = weight
  const isAlone = line.trim().length === to - from
  if (isAlone) score += 2
  const near = nearest(CODE_WORDS, before, after)
  if (near !== undefined) score += near < 25 ? 3 : near < 50 ? 2 : 1
  else if (isAlone && nearest(CODE_WORDS, linesBefore, '') !== undefined) score += 1.5
  if (PROMPTS.test(before)) score += 2
  const other = nearest(OTHER_WORDS, before.slice(before.search(/[^,;，]*$/u)), '')
  if (other !== undefined && other < (near ?? 30)) score -= 3
  if (nearest(OTHER_CODES, before, after) !== undefined) score -= 5
  if (/^(?:19|20)\d\d$/.test(code)) score -= isAlone || (near ?? 99) < 15 ? 0.5 : 3
  return score
}

const NEARBY = 80

/** The sentence of the place, up to 80 characters each way, and the two lines before its line. */
function around(read: string, from: number, to: number) {
  const lineStart = read.lastIndexOf('\n', from - 1) + 1
  const nextLine = read.indexOf('\n', to)
  const lineEnd = nextLine < 0 ? read.length : nextLine
  const before = read.slice(Math.max(lineStart, from - NEARBY), from)
  const after = read.slice(to, Math.min(lineEnd, to + NEARBY))
  return {
    line: read.slice(lineStart, lineEnd),
    before: before.slice(lastSentence(before)),
    after: after.split(/[.!?。]\s|[.!?。]$/u, 1)[0] ?? '',
    linesBefore: read.slice(Math.max(0, lineStart - 2 * NEARBY), lineStart),
  }
}

function lastSentence(before: string): number {
  const ends = [...before.matchAll(/[.!?。]\s/gu)]
  const last = ends.at(-1)
  return last ? last.index + last[0].length : 0
}

/** How many characters are between the place and the nearest of the words; undefined without any. */
function nearest(words: RegExp, before: string, after: string): number | undefined {
  const distances = [
    ...[...before.matchAll(words)].map((found) => before.length - found.index - found[0].length),
    ...[...after.matchAll(words)].map((found) => found.index),
  ]
  return distances.length === 0 ? undefined : Math.min(...distances)
}
