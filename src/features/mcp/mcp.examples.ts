const id = 1

export const mcpExamples = {
  McpMessage: {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_contact', arguments: { id: '019c2f31-5a6e-7d10-9b2f-3c4d5e6f7a8b' } },
  },
  McpFailure: { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } },
  McpReply: {
    jsonrpc: '2.0',
    id,
    result: { content: [{ type: 'text', text: '{"email":"ada@example.com"}' }], isError: false },
  },
}
