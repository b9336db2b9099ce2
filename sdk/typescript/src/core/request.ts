// The description of a request, and how it is written: the address with its query, the body with its type.

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** How the body of a successful answer is read. An answer that is JSON is always parsed, unless bytes are wanted. */
export type AnswerForm = 'json' | 'text' | 'bytes' | 'stream'

export type QueryValue = string | number | boolean | Date | object | null | undefined

export type RequestDescription = {
  method: Method
  /** Begins with a slash; write ids into it with `path`. */
  path: string
  /** Fields that are undefined or null are left out; objects are written as JSON. */
  query?: object | undefined
  /** FormData, Blob, bytes and text are sent as they are, everything else as JSON. */
  body?: unknown
  /** Of a body that is sent as it is. */
  contentType?: string | undefined
  answer?: AnswerForm | undefined
}

export type RequestOptions = {
  /** For POST, PATCH and DELETE; without it, each call makes one of its own, which its retries share. */
  idempotencyKey?: string | undefined
  /** Ends the call: its promise is then rejected with the reason of the signal, as that of `fetch` is. */
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** For each try, in place of that of the client. */
  timeoutMs?: number | undefined
}

/** The time limit of requests that wait for something: the longest wait of the server, and some time for its answer. */
export const LONGEST_WAIT_MS = 70_000

/**
 * A path with ids in it: path`/contacts/${id}`. An id cannot lead elsewhere: it is encoded, and "", "." and ".." are refused,
 * which would address the collection or its parent.
 */
export function path(parts: TemplateStringsArray, ...ids: (string | number)[]): string {
  return parts.reduce((before, part, index) => `${before}${encodeId(ids[index - 1])}${part}`)
}

function encodeId(id: string | number | undefined): string {
  const text = typeof id === 'number' ? String(id) : id
  if (typeof text !== 'string' || ['', '.', '..'].includes(text)) {
    throw new TypeError(
      `An id is needed here, such as "019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44"; not ${JSON.stringify(id)}.`,
    )
  }
  return encodeURIComponent(text)
}

export function addressOf(baseUrl: string, { path: relative, query = {} }: RequestDescription): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (value !== undefined && value !== null) search.set(name, textOf(value))
  }
  const text = search.toString()
  return `${baseUrl}${relative}${text && `?${text}`}`
}

function textOf(value: NonNullable<QueryValue>): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export type WrittenBody = { body?: NonNullable<RequestInit['body']>; contentType?: string | undefined }

export function writeBody({ body, contentType }: RequestDescription): WrittenBody {
  if (body === undefined) return {}
  // The runtime adds the type of a form with its boundary.
  if (body instanceof FormData) return { body }
  if (body instanceof Blob) return { body, contentType: contentType ?? body.type }
  if (body instanceof Uint8Array) return { body: body as Uint8Array<ArrayBuffer>, contentType }
  if (typeof body === 'string' && contentType !== undefined) return { body, contentType }
  return { body: JSON.stringify(body), contentType: 'application/json' }
}
