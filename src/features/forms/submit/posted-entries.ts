// The body of a post, as the fields of the form and our own hidden fields are read from it.
import { AppError } from '../../../platform/errors.ts'
import type { Entries } from './field-values.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** @throws AppError if the body is neither JSON nor a form */
export function readEntries(body: unknown, contentType: string): Entries {
  if (!Buffer.isBuffer(body)) return jsonEntries(body)
  const [type = ''] = contentType.split(';')
  if (body.length > 0 && type.trim().toLowerCase() !== FORM_TYPE) throw wrongType()
  const form = new URLSearchParams(body.toString())
  return (key) => form.get(key) ?? undefined
}

/** `data` may be an object, as in the rest of the API, or its keys are written as in the form: "data.name". */
function jsonEntries(body: unknown): Entries {
  const values = recordOf(body)
  const data = recordOf(values['data'])
  return (key) => {
    if (Object.hasOwn(values, key)) return values[key]
    const inner = key.startsWith('data.') ? key.slice('data.'.length) : ''
    return Object.hasOwn(data, inner) ? data[inner] : undefined
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const wrongType = () =>
  new AppError('INVALID_REQUEST_BODY', {
    message: `The Content-Type must be application/json or ${FORM_TYPE}.`,
    suggestion: 'Send the fields as a form, or as one JSON object.',
  })
