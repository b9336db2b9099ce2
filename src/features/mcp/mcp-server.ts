// The server side of the Model Context Protocol, by the library of the protocol: stateless, one instance per request, for the
// revision 2026-07-28 and for older clients. This file is loaded with the first request, so that nodes without agents pay
// nothing for it.
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { boundResult } from './bounded-result.ts'
import type { Operations } from '../../platform/http/inner-calls/operations.ts'
import { mayCall } from './operations.ts'
import { invalidArgument } from './refusals.ts'
import { createToolSchemas } from './tool-schemas.ts'
import type { ApiDescription, ToolSchemas } from './tool-schemas.ts'
import type { Agent, CallApi, ErrorObject, JsonObject, Tool } from './tool.ts'

const INSTRUCTIONS = `Lettermill sends transactional and marketing email of one project. The tools are those that the API key allows.
Tools that send are dry runs unless dryRun is false; above a number of recipients they wait for a person to approve them in the dashboard.
Look at the result of a dry run, and ask the user, before you send. Lists have a cursor for the next page.
search_docs finds how things work in the documentation.`

type Parts = {
  version: string
  operations: Operations
  tools: readonly Tool[]
  describeApi: () => ApiDescription
}

export type AgentRequest = {
  agent: Agent
  api: CallApi
  headers: Record<string, string>
  body: unknown
  /** The error as the API would answer it. */
  describeError: (error: unknown) => ErrorObject
}

export type AgentReply = { status: number; headers: Record<string, string>; text: string }

/** Answers one request to the endpoint. */
export function createAnswer({ version, operations, tools, describeApi }: Parts) {
  const schemasOf = rememberSchemas(describeApi)

  const createServer = ({ agent, api, describeError }: AgentRequest): Server => {
    const { scopes } = agent.key
    const allowed = tools.filter((tool) => mayCall(operations, { ids: tool.operations, scopes }))
    const server = new Server(
      { name: 'lettermill', title: 'Lettermill', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    )
    server.setRequestHandler('tools/list', () => ({
      tools: allowed.map((tool) => describeTool(tool, schemasOf(tool))),
    }))
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
      const tool = allowed.find((one) => one.name === name)
      if (!tool) throw unknownTool(name, { tools, allowed })
      try {
        requireKnown(args, schemasOf(tool))
        const { value, text } = boundResult(await tool.run({ args, agent, api }))
        return { content: [{ type: 'text', text }], structuredContent: value }
      } catch (error) {
        return toolError(describeError(error))
      }
    })
    return server
  }

  return async (request: AgentRequest): Promise<AgentReply> => {
    // Nothing changes for a client that listens: the tools of a key stay the same.
    const handler: McpHttpHandler = createMcpHandler(() => createServer(request), { maxSubscriptions: 0 })
    const response = await handler.fetch(
      // The library reads method and headers alone; the body is parsed.
      new Request('http://localhost/mcp', { method: 'POST', headers: request.headers }),
      { parsedBody: request.body },
    )
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    }
  }
}

function rememberSchemas(describeApi: () => ApiDescription): (tool: Tool) => ToolSchemas {
  const known = new Map<string, ToolSchemas>()
  let build: ((tool: Tool) => ToolSchemas) | undefined
  return (tool) => {
    const schemas = known.get(tool.name) ?? (build ??= createToolSchemas(describeApi()))(tool)
    known.set(tool.name, schemas)
    return schemas
  }
}

const describeTool = (
  { name, title, description, hints }: Tool,
  { inputSchema, outputSchema }: ToolSchemas,
) => ({
  name,
  title,
  description,
  inputSchema: { ...inputSchema, type: 'object' as const },
  outputSchema: { ...outputSchema, type: 'object' as const },
  annotations: { title, ...hints },
})

// A name in an error is not longer than the names of tools.
const LONGEST_NAME = 64

function unknownTool(
  name: string,
  { tools, allowed }: { tools: readonly Tool[]; allowed: readonly Tool[] },
): ProtocolError {
  const problem = tools.some((tool) => tool.name === name)
    ? `The API key lacks the scope for the tool ${name}.`
    : `There is no tool ${name.slice(0, LONGEST_NAME)}.`
  const names = allowed.map((tool) => tool.name).join(', ')
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${problem} The tools of this key are: ${names}.`)
}

/** The API ignores fields that it does not know; an agent that made one up has to be told. */
function requireKnown(args: JsonObject, { inputSchema }: ToolSchemas): void {
  const known = Object.keys(inputSchema['properties'] as object)
  const unknown = Object.keys(args).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw invalidArgument(unknown.slice(0, LONGEST_NAME), `is unknown: the tool takes ${known.join(', ')}`)
}

/** A refused call is a result, not an error of the protocol, so that the model reads it and can correct the call. */
const toolError = (error: ErrorObject) => ({
  isError: true,
  content: [{ type: 'text' as const, text: JSON.stringify({ error }) }],
})
