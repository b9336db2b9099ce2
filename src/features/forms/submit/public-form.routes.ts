// The public side of a form: its page, the posts of people, and the challenge for their browsers. Nothing here tells whether an
// address is known.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import type { FieldProblem } from '../../../platform/errors.ts'
import { clientKey, createRateLimiter } from '../../../platform/http/access/rate-limit.ts'
import { replyToPreflight } from '../../../platform/http/access/cors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { readId } from '../../../platform/ids.ts'
import type { FormId } from '../../../platform/ids.ts'
import { acceptedLanguage, languageOf } from '../../../platform/text/languages.ts'
import type { Language } from '../../../platform/text/languages.ts'
import { PROOF_NAME, TOKEN_NAME, TRAP_NAME } from '../page/form-markup.ts'
import { formPage, refusalPage, thanksPage } from '../page/form-page.ts'
import type { FormPage } from '../page/form-page.ts'
import { FORM_SCRIPT } from '../page/form-script.ts'
import { FORM_WORDS } from '../page/form-words.ts'
import { findPublicForm } from '../page/public-form.queries.ts'
import type { PublicForm } from '../page/public-form.queries.ts'
import { createDisplayTokens, SHORTEST_DISPLAY_MS } from './display-token.ts'
import { readFieldValues } from './field-values.ts'
import type { FieldProblemKind, FieldValues } from './field-values.ts'
import { originOf } from './form-origin.ts'
import { readEntries } from './posted-entries.ts'
import { createProofsOfWork } from './proof-of-work.ts'
import { judge } from './robot-check.ts'
import { createSubmit } from './submit.service.ts'

// A person needs a handful. Posts that sign somebody up have further limits per hour (submit.service.ts).
const VIEWS_PER_MINUTE = 300
const POSTS_PER_MINUTE = 60

// The largest form with the longest texts.
const MOST_BODY_BYTES = 64 * 1024

/** How long to wait after a limit per hour. */
const RETRY_AFTER_SECONDS = 600

// It changes only with a new version, and pages of others load it, too.
const SCRIPT_CACHE = 'public, max-age=3600'

type FormRequest = FastifyRequest<{ Params: { id: FormId } }>

/** A request whose form was found. */
type OpenForm = { form: PublicForm; language: Language }

export function publicFormRoutes(app: App, deps: Deps): void {
  const { clock, config, database, secrets } = deps
  const tokens = createDisplayTokens(secrets)
  const proofs = createProofsOfWork(secrets)
  const submit = createSubmit(deps)
  const limiter = createRateLimiter(database.db)
  const ownOrigin = new URL(config.publicUrl).origin
  const opened = new WeakMap<FastifyRequest, OpenForm>()

  /** Finds the form before the body is read. Answers itself if the request goes no further. */
  const open =
    ({ perMinute, isOriginChecked }: { perMinute: number; isOriginChecked: boolean }) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const key = clientKey(isOriginChecked ? 'form post' : 'form', request)
      const { isAllowed, retryAfterSeconds } = await limiter.consume(key, perMinute)
      if (!isAllowed) return refuse(request, reply, { kind: 'busy', retryAfterSeconds })
      const formId = readId<FormId>((request as FormRequest).params.id)
      const form = formId && (await findPublicForm(database.db, { formId }))
      if (!form) return refuse(request, reply, { kind: 'missing' })
      if (isOriginChecked) {
        const { origin } = request.headers
        const kind = originOf({ origin, host: request.host, ownOrigin, allowedOrigins: form.allowedOrigins })
        if (kind === 'foreign') return refuse(request, reply, { kind: 'forbidden', form })
        if (kind === 'allowed') reply.header('access-control-allow-origin', origin)
      }
      opened.set(request, { form, language: languageFor(request, form) })
      return undefined
    }
  const openOf = (request: FastifyRequest): OpenForm => {
    const found = opened.get(request)
    if (!found) throw new Error('the hook has not found the form')
    return found
  }

  const post = async (request: FormRequest, reply: FastifyReply) => {
    const { form, language } = openOf(request)
    const now = clock.now()
    const entries = readEntries(request.body, request.headers['content-type'] ?? '')
    const textOf = (name: string) => hiddenText(entries(name))
    const shown = textOf(TOKEN_NAME)
    const { age, at } = tokens.read(form.id, { text: shown, now })
    const values = readFieldValues(form.fields, entries)
    /** Shows the form with its entries; the time at which the person first saw it stays. */
    const showAgain = (status: number, isAgain: boolean) => {
      const isTimeKept = age === 'good' || age === 'young'
      const since = isTimeKept ? at : new Date(now.getTime() - SHORTEST_DISPLAY_MS)
      const token = tokens.make(form.id, since)
      return sendPage(reply, status, formPage({ form, language, token, states: values, isAgain }))
    }
    const isJson = wantsJson(request)
    if (values.problems.size > 0) {
      if (isJson) throw invalidFields(...fieldProblems(values, language))
      return showAgain(422, false)
    }
    const payload = textOf(PROOF_NAME)
    const proof = proofs.read(form.id, { text: payload, now })
    const verdict = judge({
      isTrapFilled: textOf(TRAP_NAME) !== '',
      age: shown === '' ? undefined : age,
      isProven: payload === '' ? undefined : proof !== undefined,
      isJson,
    })
    const { email, data } = values
    const outcome =
      verdict === 'person' ? await submit({ form, email, data, proof, language, ip: request.ip }) : verdict
    if (outcome === 'busy') {
      return refuse(request, reply, { kind: 'busy', form, retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    if (outcome === 'again' || outcome === 'used') {
      if (isJson) throw invalidFields(payload === '' ? STALE : UNPROVEN)
      return showAgain(200, true)
    }
    return succeed(request, reply, { form, language })
  }

  const anyone = { access: 'open' } as const
  const params = idParams<'form'>()

  app.get('/f/form.js', { config: anyone, schema: { hide: true } }, (_request, reply: FastifyReply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': SCRIPT_CACHE, 'cross-origin-resource-policy': 'cross-origin' })
      .send(FORM_SCRIPT),
  )
  app.get(
    '/f/:id',
    {
      config: anyone,
      schema: { hide: true, params },
      onRequest: open({ perMinute: VIEWS_PER_MINUTE, isOriginChecked: false }),
    },
    (request, reply) => {
      const { form, language } = openOf(request)
      const token = tokens.make(form.id, clock.now())
      return sendPage(reply, 200, formPage({ form, language, token }))
    },
  )
  app.get(
    '/f/:id/challenge',
    {
      config: anyone,
      schema: { hide: true, params },
      onRequest: open({ perMinute: POSTS_PER_MINUTE, isOriginChecked: true }),
    },
    (request) => proofs.makeChallenge(openOf(request).form.id, clock.now()),
  )
  app.post(
    '/f/:id',
    {
      config: { ...anyone, anyBody: 'kept' },
      schema: { hide: true, params },
      bodyLimit: MOST_BODY_BYTES,
      onRequest: open({ perMinute: POSTS_PER_MINUTE, isOriginChecked: true }),
    },
    post,
  )
  app.options(
    '/f/:id',
    {
      config: anyone,
      schema: { hide: true, params },
      onRequest: open({ perMinute: VIEWS_PER_MINUTE, isOriginChecked: true }),
    },
    (_request, reply) => replyToPreflight(reply, ['GET', 'HEAD', 'POST']),
  )
}

/** A hidden field that is not a text counts as a wrong one. */
function hiddenText(entry: unknown): string {
  if (entry === undefined || entry === null) return ''
  return typeof entry === 'string' ? entry : 'not a text'
}

const wantsJson = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.endsWith('/challenge') === true ||
  /^application\/json\b/i.test(headers['content-type'] ?? '') ||
  (/\bapplication\/json\b/i.test(headers.accept ?? '') && !/\btext\/html\b/i.test(headers.accept ?? ''))

/** The language of the browser, else of the project. */
const languageFor = ({ headers }: FastifyRequest, form?: PublicForm): Language =>
  acceptedLanguage(headers['accept-language'] ?? '') ?? languageOf(form?.locale ?? '') ?? 'en'

type Refusal = { kind: 'busy' | 'missing' | 'forbidden'; form?: PublicForm; retryAfterSeconds?: number }

const STATUSES = { busy: 429, missing: 404, forbidden: 403 } as const

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, form, retryAfterSeconds }: Refusal,
): FastifyReply {
  if (wantsJson(request)) throw errorOf({ kind, retryAfterSeconds: retryAfterSeconds ?? 0 })
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return sendPage(reply, STATUSES[kind], refusalPage(kind, { language: languageFor(request, form), form }))
}

function errorOf({
  kind,
  retryAfterSeconds,
}: {
  kind: Refusal['kind']
  retryAfterSeconds: number
}): AppError {
  switch (kind) {
    case 'busy':
      return new AppError('RATE_LIMIT_EXCEEDED', {
        message: 'Too many requests from your network, or for this address. Nobody was signed up.',
        retryAfterSeconds,
      })
    case 'missing':
      return new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such form, or it is disabled.' })
    case 'forbidden':
      return new AppError('FORBIDDEN', {
        message: 'The page that sent the request may not use this form.',
        suggestion: 'Add its origin to allowedOrigins with PATCH /forms/{id}.',
      })
  }
}

type Success = { form: PublicForm; language: Language }

/** People and robots get the same answer, whatever the address. */
function succeed(request: FastifyRequest, reply: FastifyReply, { form, language }: Success): FastifyReply {
  const { redirectUrl, successText } = form
  if (wantsJson(request)) {
    const words = FORM_WORDS[language]
    const message = successText ?? (form.confirm ? words.confirm : words.done)
    return reply.send({ success: true, message, redirectUrl })
  }
  if (redirectUrl !== null) return reply.redirect(new URL(redirectUrl).href, 303)
  return sendPage(reply, 200, thanksPage(form, language))
}

const CODES: Record<FieldProblemKind, FieldProblem['code']> = {
  required: 'required',
  unchecked: 'required',
  email: 'invalid_string',
  number: 'invalid_type',
  date: 'invalid_date',
  option: 'invalid_enum_value',
  long: 'too_big',
  text: 'invalid_string',
}

const fieldProblems = ({ problems }: FieldValues, language: Language): FieldProblem[] =>
  Array.from(problems, ([field, kind]) => ({
    field,
    message: FORM_WORDS[language].problem[kind],
    code: CODES[kind],
  }))

const UNPROVEN: FieldProblem = {
  field: PROOF_NAME,
  message: 'is wrong, has expired or was used before: get another challenge with GET /f/{id}/challenge',
  code: 'custom',
}

const STALE: FieldProblem = {
  field: TOKEN_NAME,
  message: 'is wrong or older than a day: open the page of the form again, or leave it out',
  code: 'custom',
}

/** The referrer policy lets the browser send the origin of our own page with the form. */
const sendPage = (reply: FastifyReply, status: number, { html, csp }: FormPage): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .send(html)
