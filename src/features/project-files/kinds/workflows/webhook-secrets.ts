// The calls of a workflow contain secrets of other services: tokens in headers, in the address and in the body. Files have
// placeholders with names instead, `${secret.ORDERS__CRM__AUTHORIZATION}`; the values stay in the project, and come from outside
// when another project gets the workflow.

/** A call, as WEBHOOK steps have it. */
type Call = { url?: unknown; headers?: unknown; body?: unknown }
type Step = { id?: unknown; type?: unknown; config?: unknown }

const PLACEHOLDER = /\$\{secret\.([A-Z0-9_]{1,300})\}/g

const placeholder = (name: string): string => `\${secret.${name}}`

/** Headers that tell a server what it gets. Any other may be a secret. */
const HARMLESS_HEADERS = ['accept', 'accept-language', 'content-type', 'user-agent']

const SECRET_NAME = /auth|credential|key|pass|pin\b|pwd|secret|session|sig|token/i

/** Only values of the contact and the event: nothing in it is written by hand. */
const isLiquidAlone = (text: string): boolean =>
  /^(?:Basic |Bearer |Token )?(?:\s*\{\{[^{}"']*\}\}\s*)+$/.test(text)

// Shorter parts of an address are words and numbers; tokens have at least a dozen characters of several kinds.
const SHORTEST_TOKEN = 12
const looksRandom = (text: string): boolean =>
  text.length >= SHORTEST_TOKEN && /\d/.test(text) && /[A-Za-z]/.test(text) && !text.includes('{')

/** Upper-case letters, digits and _, as environment variables have them. */
const asName = (text: string): string =>
  Array.from(text.toUpperCase(), (sign) => {
    if (/[A-Z0-9]/.test(sign)) return sign
    return /[\p{L}\p{M}\p{N}]/u.test(sign) ? `U${sign.codePointAt(0)?.toString(16).toUpperCase() ?? ''}` : '_'
  }).join('')

const LONGEST_NAME = 280

class Concealer {
  readonly #workflow: string
  readonly values = new Map<string, string>()

  constructor(stem: string) {
    this.#workflow = asName(stem)
  }

  /** Two places may have the same name: X-Key and X_Key. */
  conceal(value: string, place: readonly string[]): string {
    const name = [this.#workflow, ...place.map(asName)].join('__').slice(0, LONGEST_NAME)
    let own = name
    for (let count = 2; this.values.has(own); count += 1) own = `${name}_${count}`
    this.values.set(own, value)
    return placeholder(own)
  }
}

type ConcealedSteps<One> = { steps: One[]; secrets: ReadonlyMap<string, string> }

/** The steps with placeholders, and the values that they stand for. `stem`: of the files of the workflow. */
export function concealSecrets<One extends Step>(steps: readonly One[], stem: string): ConcealedSteps<One> {
  const concealer = new Concealer(stem)
  const concealed = steps.map((step) => {
    if (step.type !== 'WEBHOOK' || typeof step.config !== 'object' || step.config === null) return step
    return { ...step, config: concealCall(step.config, { id: String(step.id), concealer }) }
  })
  return { steps: concealed, secrets: concealer.values }
}

type StepContext = { id: string; concealer: Concealer }

function concealCall(call: Call, context: StepContext): Call {
  const { url, headers, body } = call
  return {
    ...call,
    ...(typeof url === 'string' && { url: concealUrl(url, context) }),
    ...(typeof headers === 'object' && headers !== null && { headers: concealHeaders(headers, context) }),
    ...(typeof body === 'string' && { body: concealBody(body, context) }),
  }
}

const concealHeaders = (headers: object, { id, concealer }: StepContext): object =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const isPublic =
        HARMLESS_HEADERS.includes(name.toLowerCase()) || value === '' || isLiquidAlone(String(value))
      const isPlain = isPublic && !String(value).includes('${secret.')
      return [name, isPlain ? (value as unknown) : concealer.conceal(String(value), [id, name])]
    }),
  )

/** Parts of the path that look like tokens, and parameters that are called so. */
function concealUrl(url: string, { id, concealer }: StepContext): string {
  const [, server = '', path = '', query = '', rest = ''] =
    /^(https?:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url) ?? []
  if (server === '') return url
  const parts = path.split('/').map((part, index) => {
    const isToken = looksRandom(part) || part.includes('${secret.')
    return isToken ? concealer.conceal(part, [id, 'url', String(index)]) : part
  })
  const parameters = query.split('&').map((parameter) => {
    const [, name = '', value = ''] = /^\??([^=]*)=(.*)$/s.exec(parameter) ?? []
    const isSecret = SECRET_NAME.test(name) || looksRandom(value) || value.includes('${secret.')
    if (value === '' || !isSecret || isLiquidAlone(value)) return parameter
    const start = parameter.slice(0, parameter.length - value.length)
    return `${start}${concealer.conceal(value, [id, 'url', name])}`
  })
  return `${server}${parts.join('/')}${parameters.join('&')}${rest}`
}

/** The beginning of a form, such as `token=`; JSON and XML begin otherwise. */
const FORM = /^[\w.%[\]-]{1,100}=/

/** Values of JSON, or of a form, whose names say that they are secrets. */
function concealBody(body: string, { id, concealer }: StepContext): string {
  const pairs = FORM.test(body)
    ? /((?:^|&)[^=&]{1,100}=)([^&]+)/g
    : /("[^"\\]{1,100}"\s*:\s*")((?:[^"\\]|\\.)+)(?=")/g
  let rest = body
  const concealed = body.replace(pairs, (whole: string, start: string, value: string) => {
    const name = start.replace(/^["&]|"\s*:\s*"$|=$/g, '')
    const isSecret = value.includes('${secret.') || (SECRET_NAME.test(name) && !isLiquidAlone(value))
    if (!isSecret) return whole
    rest = rest.replace(whole, '')
    return `${start}${concealer.conceal(value, [id, 'body', name])}`
  })
  return rest.includes('${secret.') ? concealer.conceal(body, [id, 'body']) : concealed
}

/** The steps with the values in place of the placeholders. */
export function revealSecrets<One extends Step>(
  steps: readonly One[],
  valueOf: (name: string) => string,
): One[] {
  const reveal = (value: unknown): unknown =>
    typeof value === 'string' ? value.replace(PLACEHOLDER, (_, name: string) => valueOf(name)) : value
  return steps.map((step) => {
    if (step.type !== 'WEBHOOK' || typeof step.config !== 'object' || step.config === null) return step
    const { url, headers, body } = step.config as Call
    const revealed = {
      ...step.config,
      url: reveal(url),
      ...(typeof headers === 'object' &&
        headers !== null && {
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, reveal(value)])),
        }),
      ...(body !== undefined && { body: reveal(body) }),
    }
    return { ...step, config: revealed }
  })
}

type PlacedText = { field: string; text: string }

/** The texts of calls that may have placeholders, in the order of the steps. */
export function callTextsIn(steps: readonly Step[]): PlacedText[] {
  return steps.flatMap(({ type, config }, index) => {
    if (type !== 'WEBHOOK' || typeof config !== 'object' || config === null) return []
    const { url, headers, body } = config as Call
    const texts: [string, unknown][] = [
      ['url', url],
      ...Object.entries(headers ?? {}).map(([name, value]): [string, unknown] => [`headers.${name}`, value]),
      ['body', body],
    ]
    return texts.flatMap(([place, text]) =>
      typeof text === 'string' ? [{ field: `steps.${index}.config.${place}`, text }] : [],
    )
  })
}

/** The names of the placeholders in a text. */
export const placeholderNames = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** The placeholders of the steps, with their fields. */
export const placeholdersIn = (steps: readonly Step[]): { name: string; field: string }[] =>
  callTextsIn(steps).flatMap(({ field, text }) => placeholderNames(text).map((name) => ({ name, field })))
