import { describe, expect, it } from 'vitest'
import { buildContact, buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { callTool, connect, connectOld, listMessage, messagesOf, post, refusalOf } from './fixtures/agents.ts'

const test = useTestApp()

const namesOf = async (key: string) =>
  (await (await connect(test, key)).listTools()).tools.map(({ name }) => name)

describe('POST /mcp', () => {
  it('serves clients of the current revision and of earlier ones', async () => {
    const current = await connect(test)
    expect(current.getServerVersion()).toMatchObject({ name: 'lettermill' })
    const old = await connectOld(test)
    const { tools } = await old.listTools()
    expect(tools).toHaveLength((await current.listTools()).tools.length)
    const { structuredContent } = await old.callTool({ name: 'get_project', arguments: {} })
    expect(structuredContent).toMatchObject({ id: test.project.projectId })
    expect(await callTool(current, ['get_project'])).toEqual(structuredContent)
  })

  it('answers clients that send several messages at once, up to 20', async () => {
    const headers = { 'mcp-protocol-version': '2025-03-26' }
    const reply = await post(test, [listMessage(1), listMessage(2)], { headers })
    expect(messagesOf(reply)).toHaveLength(2)
    const many = Array.from({ length: 21 }, (_, id) => listMessage(id))
    expect(errorOf(await post(test, many, { headers }))).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The request has 21 messages; at most 20 are accepted at once.',
    })
  })

  it('refuses callers without a key, and public keys', async () => {
    expect((await post(test, listMessage(), { key: null })).statusCode).toBe(401)
    expect((await post(test, listMessage(), { key: 'sk_wrong' })).statusCode).toBe(401)
    const reply = await post(test, listMessage(), { key: test.project.publicKey })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
  })

  it('refuses pages of other sites', async () => {
    for (const origin of ['https://evil.example', 'null', '']) {
      const reply = await post(test, listMessage(), { headers: { origin } })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
    }
    const { origin } = new URL(test.deps.config.publicUrl)
    expect((await post(test, listMessage(), { headers: { origin } })).statusCode).toBe(200)
  })

  it('does not open a stream for a client that listens', async () => {
    const reply = await test.app.inject({ method: 'GET', url: '/mcp' })
    expect(reply.statusCode).toBe(405)
  })
})

describe('the tools', () => {
  it('are those that the scopes of the key allow', async () => {
    const read = await namesOf(await buildKey(test, { scopes: ['read'] }))
    const send = await namesOf(await buildKey(test, { scopes: ['send'] }))
    const full = await namesOf(test.project.secretKey)
    expect(read).toContain('list_contacts')
    expect(read.filter((name) => /^(save|send|cancel|add|suppress|track|test)_/.test(name))).toEqual([])
    expect(send.toSorted()).toEqual(['get_approval', 'search_docs', 'send_email', 'track_event'])
    expect(full.length).toBeGreaterThan(read.length)
    expect(new Set([...read, ...send, ...full])).toEqual(new Set(full))
  })

  it('say what they do to records, and describe their input and output', async () => {
    const { tools } = await (await connect(test)).listTools()
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      expect([name, annotations?.readOnlyHint]).toEqual([
        name,
        /^(get|list|search|preview|render|why|preflight|check|simulate)/.test(name),
      ])
      expect(typeof annotations?.destructiveHint).toBe('boolean')
      expect(
        Object.keys(inputSchema.properties ?? {}).length +
          Object.keys(outputSchema?.['properties'] ?? {}).length,
      ).toBeGreaterThan(0)
    }
    expect(JSON.stringify(tools)).not.toContain('#/components')
  })

  it('fit into the context of a model', async () => {
    const { tools } = await (await connect(test)).listTools()
    const forModels = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    expect(JSON.stringify(forModels).length).toBeLessThan(200_000)
  })

  it('cannot be called by a key that lacks the scope', async () => {
    const client = await connect(test, await buildKey(test, { scopes: ['read'] }))
    const call = client.callTool({ name: 'save_contact', arguments: { email: 'ada@example.com' } })
    await expect(call).rejects.toThrow(/lacks the scope for the tool save_contact.*list_contacts/)
  })

  it('see the records of their own project only', async () => {
    const contact = await buildContact(test)
    const client = await connect(test, test.other.secretKey)
    const refusal = await refusalOf(client, ['get_contact', { id: contact.id }])
    expect(refusal.code).toBe('CONTACT_NOT_FOUND')
  })

  it('read, create and change records', async () => {
    const app = await inFreshProject(test)
    const client = await connect(app)
    const { id } = await callTool<{ id: string }>(client, [
      'save_contact',
      { email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } },
    ])
    const filters = {
      operator: 'AND',
      conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
    }
    const segment = await callTool<{ id: string }>(client, ['save_segment', { name: 'Pro', filters }])
    const renamed = await callTool(client, ['save_segment', { id: segment.id, name: 'Pro plan' }])
    expect(renamed).toMatchObject({ id: segment.id, name: 'Pro plan' })
    const lists = {
      list_contacts: { contacts: [{ id }] },
      list_segments: { segments: [{ name: 'Pro plan' }] },
      list_templates: { templates: [] },
      list_emails: { emails: [] },
      list_campaigns: { campaigns: [] },
      list_workflows: { workflows: [] },
      list_domains: { domains: [] },
      list_suppressions: { suppressions: [] },
    }
    for (const [name, expected] of Object.entries(lists)) {
      expect(await callTool(client, [name, { limit: 5 }])).toMatchObject(expected)
    }
    expect(await callTool(client, ['search', { q: 'ada@' }])).toMatchObject({ results: [{ id }] })
    expect(await callTool(client, ['get_contact', { id }])).toMatchObject({ email: 'ada@example.com' })
    expect(await callTool(client, ['preview_segment', { filters }])).toMatchObject({ count: 1 })
    await callTool(client, ['get_health'])
    await callTool(client, ['track_event', { email: 'ada@example.com', event: 'signed.up' }])
    await callTool(client, ['suppress_address', { email: 'eve@example.com' }])
    await callTool(client, ['add_domain', { domain: 'shop.example' }])
  })

  it('render what they save', async () => {
    const client = await connect(await inFreshProject(test))
    const template = { name: 'Welcome', subject: 'Hello {{ name }}', body: '<p>Hello {{ name }}</p>' }
    const { id } = await callTool<{ id: string }>(client, ['save_template', template])
    await callTool(client, ['save_template', { id, subject: 'Welcome {{ name }}' }])
    const rendered = await callTool(client, ['render_template', { id, data: { name: 'Ada' } }])
    expect(rendered).toMatchObject({ subject: 'Welcome Ada' })
  })

  it('save workflows disabled, and leave those alone that a person has enabled', async () => {
    const app = await inFreshProject(test)
    const client = await connect(app)
    const steps = [{ id: 'wait', type: 'DELAY', config: { amount: 1, unit: 'days' } }]
    const workflow = { name: 'Trial', eventName: 'trial.started', steps }
    const saved = await callTool<{ id: string; enabled: boolean }>(client, ['save_workflow', workflow])
    expect(saved.enabled).toBe(false)
    expect((await refusalOf(client, ['save_workflow', { ...workflow, enabled: true }])).errors).toMatchObject(
      [{ field: 'enabled' }],
    )
    await app.app.inject({
      method: 'PATCH',
      url: `/workflows/${saved.id}`,
      headers: { authorization: `Bearer ${app.project.secretKey}` },
      payload: { enabled: true },
    })
    const refusal = await refusalOf(client, ['save_workflow', { id: saved.id, name: 'Other' }])
    expect(refusal.code).toBe('INVALID_STATE')
    await callTool(client, ['get_workflow_stats', { id: saved.id }])
  })
})

describe('a call that is wrong', () => {
  it('is told which tools there are', async () => {
    const call = (await connect(test)).callTool({ name: 'drop_tables', arguments: {} })
    await expect(call).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('There is no tool drop_tables.') as string,
    })
  })

  it('is told every argument that is wrong', async () => {
    const client = await connect(test)
    const wrong = await refusalOf(client, ['list_contacts', { limit: 'many', subscribed: 7 }])
    expect(wrong.code).toBe('VALIDATION_ERROR')
    expect(wrong.errors?.map(({ field }) => field).toSorted()).toEqual(['limit', 'subscribed'])
    expect((await refusalOf(client, ['get_contact', {}])).errors).toMatchObject([{ field: 'id' }])
    expect((await refusalOf(client, ['get_contact', { id: { $ne: 1 } }])).errors).toMatchObject([
      { field: 'id' },
    ])
    expect((await refusalOf(client, ['get_contact', { id: '../keys' }])).code).toBe('CONTACT_NOT_FOUND')
    expect((await refusalOf(client, ['search', { query: 'ada' }])).errors).toMatchObject([
      { field: 'query', message: 'is unknown: the tool takes q' },
    ])
    expect((await refusalOf(client, ['send_email', { dryRun: 'no' }])).errors).toMatchObject([
      { field: 'dryRun' },
    ])
  })

  it('is refused before it is read, if it is huge', async () => {
    const message = { ...listMessage(), params: { text: 'x'.repeat(2 * 1_048_576) } }
    expect(errorOf(await post(test, message)).code).toBe('PAYLOAD_TOO_LARGE')
  })

  it('gets an error of the protocol for what is no message of it', async () => {
    for (const body of [{ hello: 'world' }, [], 7]) {
      const reply = await post(test, body)
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toHaveProperty('error')
    }
  })
})
