// Numbers with all digits, as PostgreSQL stores them in JSON. JavaScript rounds after about 17 digits and cannot represent 1e400.
// Numbers from the API are rounded already, but a restored or edited database may contain any, and SQL and evaluator must agree on
// them.

/** A number that a JavaScript number cannot represent exactly. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Parses JSON; numbers that JavaScript cannot represent exactly become ExactNumbers. */
export function parseExactly(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value !== 'number' || source === undefined) return value
    const isSame = Number.isFinite(value) && compareDecimals(source, String(value)) === 0
    return isSame ? value : new ExactNumber(source)
  }) as unknown
}

export const isNumber = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber

/** Negative, zero or positive, as the first is less than, equal to or greater than the second. */
export function compareNumbers(a: number | ExactNumber, b: number): number {
  return typeof a === 'number' ? a - b : compareDecimals(a.text, String(b))
}

type Decimal = { sign: number; exponent: number; digits: string }

function compareDecimals(a: string, b: string): number {
  const left = decimalOf(a)
  const right = decimalOf(b)
  if (left.sign !== right.sign) return left.sign - right.sign
  return left.sign * compareMagnitudes(left, right)
}

function compareMagnitudes(a: Decimal, b: Decimal): number {
  if (a.exponent !== b.exponent) return a.exponent - b.exponent
  // Both begin after the decimal point with a nonzero digit, so they compare like text.
  if (a.digits === b.digits) return 0
  return a.digits < b.digits ? -1 : 1
}

const ZERO: Decimal = { sign: 0, exponent: 0, digits: '' }

/** 0.digits × 10^exponent, without zeros at either end. */
function decimalOf(text: string): Decimal {
  const [, minus, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const all = whole + fraction
  const digits = all.replace(/^0+/, '')
  if (digits === '') return ZERO
  return {
    sign: minus ? -1 : 1,
    exponent: whole.length - (all.length - digits.length) + Number(power),
    digits: digits.replace(/0+$/, ''),
  }
}
