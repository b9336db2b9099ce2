// The only place that calls the server. The dashboard uses the same API as everyone, with the session cookie instead of a
// key, and names the project in a header.
//
// When the session has ended, a request waits until the user has signed in again in the dialog over the page
// (app/session-dialog.tsx), and is then repeated, so that unsaved work is not lost.
import { connection } from './connection.ts'
import { errorFrom, OfflineError } from './api-error.ts'
import type { ApiError } from './api-error.ts'
import { session } from '../accounts/session.ts'

type Query = Record<string, string | number | boolean | undefined>

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  query?: Query | undefined
  /** FormData is sent as it is, anything else as JSON. */
  body?: unknown
  signal?: AbortSignal | undefined
  projectId?: string | undefined
  /** False for the sign-in calls. */
  waitsForSession?: boolean
}

function urlOf(path: string, query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  )
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}

async function send(
  path: string,
  { method = 'GET', query, body, signal, projectId }: CallOptions,
): Promise<Response> {
  try {
    const response = await fetch(urlOf(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        // The browser sets the type of a form itself, with its boundary.
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(projectId !== undefined && { 'lettermill-project': projectId }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    connection.answered()
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    connection.failed()
    throw new OfflineError({ cause: error })
  }
}

async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  return errorFrom(response.status, body)
}

/** @throws ApiError if the server refuses the call, OfflineError if it does not answer */
export async function respond(path: string, call: CallOptions = {}): Promise<Response> {
  const renewals = session.renewals()
  const response = await send(path, call)
  if (response.ok) return response
  const error = await readError(response)
  if (response.status !== 401 || call.waitsForSession === false) throw error
  await session.waitForRenewal(error, renewals)
  const retried = await send(path, call)
  if (retried.ok) return retried
  throw await readError(retried)
}

export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await respond(path, options)
  return (response.status === 204 ? undefined : await response.json()) as T
}

type ReadOptions = Pick<CallOptions, 'query' | 'signal'>

export type ProjectApi = ReturnType<typeof projectApi>

export const projectApi = (projectId: string) => ({
  projectId,
  get: <T>(path: string, options: ReadOptions = {}) => call<T>(path, { ...options, projectId }),
  text: async (path: string, options: ReadOptions = {}) =>
    (await respond(path, { ...options, projectId })).text(),
  bytes: async (path: string, options: ReadOptions = {}) =>
    (await respond(path, { ...options, projectId })).arrayBuffer(),
  post: <T>(path: string, body: unknown = {}, { signal }: Pick<ReadOptions, 'signal'> = {}) =>
    call<T>(path, { method: 'POST', body, projectId, signal }),
  /** For endpoints that answer without a body. */
  action: async (path: string, body: unknown = {}): Promise<void> => {
    await respond(path, { method: 'POST', body, projectId })
  },
  patch: <T>(path: string, body: unknown) => call<T>(path, { method: 'PATCH', body, projectId }),
  delete: <T>(path: string, query?: Query) => call<T>(path, { method: 'DELETE', query, projectId }),
  /** For endpoints that take the ids to delete in the body. */
  remove: <T>(path: string, body: unknown) => call<T>(path, { method: 'DELETE', body, projectId }),
})
