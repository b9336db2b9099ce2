import type { FastifyReply, FastifyRequest } from 'fastify'
import { createLaneGate } from '../../platform/concurrency/lane-gate.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { bodyUpTo } from '../../platform/http/body/body-limit.ts'
import type { Operations } from '../../platform/http/inner-calls/operations.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { failureOf } from '../../platform/http/replies/error-reply.ts'
import type { SendingEffects } from '../approvals/index.ts'
import { createCallApi } from './call-api.ts'
import { McpMessage, McpRefusal, McpReply } from './mcp.schema.ts'
import type { AgentReply, AgentRequest } from './mcp-server.ts'
import { ToolRefusal } from './tool.ts'
import type { ErrorObject, SearchDocs } from './tool.ts'

// A template of a megabyte, with room for its escapes.
const LARGEST_MESSAGE = 2 * 1_048_576

// Clients before 2025-06-18 may send several messages at once.
const MOST_MESSAGES = 20

// An agent calls one tool after the other, so this is several agents at work. A call that waits longer is refused.
const MOST_AT_ONCE = 8
const MOST_WAITING = 32
const WAIT_MS = 10_000

type Options = { effects: SendingEffects; operations: Operations; searchDocs: SearchDocs }

export function mcpRoutes(app: App, deps: Deps, { effects, operations, searchDocs }: Options): void {
  const gate = createLaneGate({ perLane: MOST_AT_ONCE, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })
  const ownOrigin = new URL(deps.config.publicUrl).origin
  let answer: Promise<(request: AgentRequest) => Promise<AgentReply>> | undefined

  const load = async () => {
    const [{ createAnswer }, { createTools }] = await Promise.all([
      import('./mcp-server.ts'),
      import('./tools/all-tools.service.ts'),
    ])
    const { version } = deps.config
    const tools = createTools(deps, { effects, searchDocs })
    return createAnswer({ version, operations, tools, describeApi: () => app.swagger() as never })
  }

  app.post(
    '/mcp',
    {
      // Agents have clients of their own.
      config: { access: 'secret', isInternal: true },
      bodyLimit: bodyUpTo(deps.config, LARGEST_MESSAGE),
      onRequest: (request, _reply, done) => done(foreignOrigin(request, ownOrigin)),
      schema: {
        tags: ['Approvals'],
        operationId: 'callMcp',
        summary: 'Call a tool as an agent (MCP)',
        description:
          'The endpoint of the Model Context Protocol: stateless, by the specification of 2026-07-28 and earlier ones. docs/mcp.md says how to connect a client, and lists the tools.',
        body: McpMessage,
        response: answers({ 200: McpReply, 400: McpRefusal }),
      },
    },
    async (request, reply) => {
      const { body } = request
      if (Array.isArray(body) && body.length > MOST_MESSAGES) throw tooManyMessages(body.length)
      const leave = await gate.enter(request.projectId)
      if (!leave) throw tooManyAtOnce()
      answer ??= load()
      const answered = answer.then((ask) => ask(toAgentRequest(app, request, operations))).finally(leave)
      return send(reply, await answered)
    },
  )
}

function toAgentRequest(app: App, request: FastifyRequest, operations: Operations): AgentRequest {
  const { headers, key, projectId, ip, body } = request
  if (!key) throw new Error('an agent has a key')
  const protocolHeaders = Object.entries(headers).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' &&
      (entry[0].startsWith('mcp-') || ['accept', 'content-type'].includes(entry[0])),
  )
  return {
    agent: { projectId, key },
    api: createCallApi(app, { operations, authorization: headers.authorization ?? '', ip }),
    headers: Object.fromEntries(protocolHeaders),
    body,
    describeError: (error) =>
      error instanceof ToolRefusal ? error.error : (failureOf(error, request) as ErrorObject),
  }
}

const send = (reply: FastifyReply, { status, headers, text }: AgentReply): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .serializer((payload: unknown) => payload as string)
    .send(text)

/** A page of another site could use the browser of somebody who reaches this server, so it is refused even with a key. */
function foreignOrigin({ headers: { origin } }: FastifyRequest, ownOrigin: string): AppError | undefined {
  if (origin === undefined || origin === ownOrigin) return undefined
  return new AppError('FORBIDDEN', {
    message: 'The request comes from a page of another site.',
    suggestion: 'Connect an MCP client that sends no Origin header, or call from the dashboard itself.',
  })
}

const tooManyMessages = (count: number) =>
  new AppError('BAD_REQUEST', {
    message: `The request has ${count} messages; at most ${MOST_MESSAGES} are accepted at once.`,
    suggestion: 'Send one message per request.',
  })

const tooManyAtOnce = () =>
  new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many calls of agents of this project are running at the same time.',
    suggestion: 'Repeat the call after Retry-After.',
    retryAfterSeconds: 1,
  })
