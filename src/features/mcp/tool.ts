import type { z } from 'zod'
import type { KeyId, ProjectId } from '../../platform/ids.ts'
import type { KeyScope } from '../../platform/access/key-access.ts'

export type JsonObject = Record<string, unknown>

export type ErrorObject = JsonObject & { code: string; message: string }

/** The API has refused a call; the agent is told in the words of the API. */
export class ToolRefusal extends Error {
  readonly error: ErrorObject

  constructor(error: ErrorObject) {
    super(error.message)
    this.error = error
  }
}

export type ApiAnswer = {
  body: JsonObject
  /** The answer of an earlier call with the same idempotency key. */
  isRepeated: boolean
}

/** Calls an operation of the API with the key of the agent. @throws ToolRefusal */
export type CallApi = (
  operationId: string,
  args?: JsonObject,
  options?: { idempotencyKey?: string },
) => Promise<ApiAnswer>

type DocsResult = { title: string; section: string | null; excerpt: string; url: string }

/** `missing`: the documentation could not be built; the log has the reason at `reference`. */
export type SearchDocs = (search: {
  query: string
  limit: number
}) => Promise<{ is: 'ready'; results: DocsResult[] } | { is: 'missing'; reference: string }>

export type Agent = { projectId: ProjectId; key: { id: KeyId; name: string; scopes: readonly KeyScope[] } }

export type ToolCall = { args: JsonObject; api: CallApi; agent: Agent }

/** The hints of the protocol: clients ask their user before a call that is not read-only. */
export type ToolHints = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

export type ToolInput = {
  /** The operation whose parameters and fields it takes. */
  of?: string
  /** Those that it does not take. */
  without?: readonly string[]
  /** Fields of its own. */
  also?: z.ZodObject
  /** No field is required. */
  isPartial?: boolean
}

export type Tool = {
  name: string
  title: string
  description: string
  /** The operations that it calls: a key sees the tool if it may call all of them. */
  operations: readonly string[]
  hints: ToolHints
  input: ToolInput
  /** The operation whose answer it returns, or a schema. */
  output: string | z.ZodType
  run(call: ToolCall): Promise<JsonObject>
}

export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

export const ADDS: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}

export const CHANGES: ToolHints = { ...ADDS, destructiveHint: true, idempotentHint: true }

/** Email leaves for other people, and cannot be called back. */
export const SENDS: ToolHints = { ...CHANGES, openWorldHint: true }

type PlainTool = Pick<Tool, 'name' | 'title' | 'description' | 'hints'> & {
  operation: string
  without?: readonly string[]
}

/** A tool that is one operation. */
export const plainTool = ({ operation, without = [], ...tool }: PlainTool): Tool => ({
  ...tool,
  operations: [operation],
  input: { of: operation, without },
  output: operation,
  run: async ({ api, args }) => (await api(operation, args)).body,
})
