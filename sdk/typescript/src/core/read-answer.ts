// From a response of fetch to a result: envelopes taken off, errors made of what the server says about them.
import { INVALID_RESPONSE, LettermillError } from './lettermill-error.ts'
import type { ErrorDetails, FieldError } from './lettermill-error.ts'
import type { AnswerForm } from './request.ts'
import type { AnswerHeaders, Result } from './result.ts'

type ErrorBody = {
  error?: { code?: string; message?: string; requestId?: string; errors?: FieldError[]; suggestion?: string }
}

/** Rejects if the connection breaks before the body is complete. */
export async function readAnswer<T>(response: Response, form: AnswerForm): Promise<Result<T>> {
  const headers = Object.fromEntries(response.headers) as AnswerHeaders
  const failure = (details: Omit<ErrorDetails, 'statusCode'>): Result<T> => ({
    data: null,
    error: new LettermillError({
      statusCode: response.status,
      requestId: headers['x-request-id'],
      ...details,
    }),
    headers,
  })
  if (response.ok && form === 'stream') return { data: response.body as T, error: null, headers }
  if (response.ok && form === 'bytes') {
    return { data: new Uint8Array(await response.arrayBuffer()) as T, error: null, headers }
  }
  const text = await response.text()
  if (response.ok && form === 'text') return { data: text as T, error: null, headers }
  if (response.ok && text === '') return { data: undefined as T, error: null, headers }
  const parsed = parseJson(text)
  if (response.ok && parsed !== undefined) return { data: withoutEnvelope(parsed) as T, error: null, headers }
  const { error } = (parsed ?? {}) as ErrorBody
  if (!response.ok && typeof error?.code === 'string') {
    return failure({ ...error, code: error.code, message: error.message ?? error.code })
  }
  return failure(foreignAnswer(response))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Some operations wrap their record: {"success": true, "data": …}. */
function withoutEnvelope(body: unknown): unknown {
  const { success, data, ...rest } = Object(body) as { success?: unknown; data?: unknown }
  return success === true && data !== undefined && Object.keys(rest).length === 0 ? data : body
}

function foreignAnswer({ status, headers, url }: Response): Omit<ErrorDetails, 'statusCode'> {
  const target = headers.get('location')
  if (status >= 300 && status < 400 && target !== null) {
    return {
      code: INVALID_RESPONSE,
      message: `The server redirects the request to ${target}.`,
      suggestion: 'Set baseUrl to the address that it redirects to.',
    }
  }
  return {
    code: INVALID_RESPONSE,
    message: `The answer with status ${status} is not one of Lettermill.`,
    suggestion: `Check that baseUrl is the address of a Lettermill server${url && `; this came from ${url}`}.`,
  }
}
