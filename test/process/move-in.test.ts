import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../support/http-client.ts'
import { useMoveIn } from '../support/move-in.ts'
import { json } from '../support/servers/json-service.ts'
import { useListmonk } from '../support/servers/listmonk.ts'

const listmonk = await useListmonk()
const { run, receiptOf, read, contactOf, fileOf, node, folder } = useMoveIn(() => ({
  LISTMONK_TOKEN: listmonk.token,
}))

const fromListmonk = (...words: string[]) => [
  'listmonk',
  '--source-url',
  listmonk.url,
  '--user',
  listmonk.user,
  ...words,
]

describe('lettermill import listmonk', () => {
  beforeEach(() => {
    listmonk.lists = [
      { id: 1, name: 'Monthly News', type: 'public', optin: 'double', description: 'Once a month' },
      { id: 2, name: 'Customers', type: 'private', optin: 'single' },
    ]
    listmonk.subscribers = [
      {
        email: 'Ada@lm.example',
        name: 'Ada King Lovelace',
        attribs: { city: 'London', visits: 3 },
        lists: [
          { id: 1, subscription_status: 'confirmed' },
          { id: 2, subscription_status: 'unconfirmed' },
        ],
      },
      { email: 'left@lm.example', lists: [{ id: 1, subscription_status: 'unsubscribed' }] },
      { email: 'waits@lm.example', lists: [{ id: 1, subscription_status: 'unconfirmed' }] },
      {
        email: 'blocked@lm.example',
        status: 'blocklisted',
        lists: [{ id: 2, subscription_status: 'unconfirmed' }],
      },
      { email: 'no address', lists: [{ id: 2, subscription_status: 'unconfirmed' }] },
      ...Array.from({ length: 70 }, (_, index) => ({
        email: `many-${index}@lm.example`,
        lists: [{ id: 2, subscription_status: 'unconfirmed' }],
      })),
    ]
    listmonk.templates = [
      {
        id: 3,
        name: 'Frame',
        type: 'campaign',
        body: '<main>{{ template "content" . }}</main>{{ TrackView }}',
      },
      {
        id: 4,
        name: 'Order',
        type: 'tx',
        subject: 'Order {{ .Tx.Data.order }}',
        body: '<p>Hi {{ .Subscriber.FirstName }}</p>\n<p>{{ .Campaign.UUID }}</p>',
      },
      {
        id: 5,
        name: 'Too clever',
        type: 'tx',
        subject: 'x',
        body: '{{ if (and (or .Tx.Data.a .Tx.Data.b) (or .Tx.Data.c .Tx.Data.d)) }}yes{{ end }}',
      },
    ]
  })

  it('counts first, and changes nothing', async () => {
    const receipt = await receiptOf(...fromListmonk('--dry-run'))
    expect(receipt).toMatchObject({
      dryRun: true,
      counts: {
        contacts: { there: 75, read: 75, taken: 74, leftOut: 1 },
        topics: { taken: 1 },
        segments: { taken: 1 },
        templates: { taken: 1, leftOut: 1 },
      },
    })
    expect(await contactOf('ada@lm.example')).toBeUndefined()
    expect(await read('/topics')).toMatchObject({ topics: [] })
    expect(await read('/templates')).toMatchObject({ templates: [] })
  })

  it('takes contacts with their state, lists, suppressions and templates, through faults, and nothing twice', async () => {
    listmonk.faults.push(
      json(429, { message: 'slow down' }, { 'retry-after': '0' }),
      json(500, {}, { 'retry-after': '0' }),
      'cut off',
    )
    const first = await receiptOf(...fromListmonk())
    expect(first.counts).toMatchObject({
      contacts: { there: 75, read: 75, taken: 74, created: 74, existing: 0, leftOut: 1 },
      topics: { taken: 1, created: 1 },
      segments: { taken: 1, created: 1 },
      suppressions: { read: 1, taken: 1, leftOut: 0 },
      templates: { read: 2, created: 1, leftOut: 1 },
      layouts: { read: 1, created: 1 },
    })
    expect(first.leftOut).toMatchObject([
      { of: 'contacts', count: 1, examples: ['no address'] },
      { of: 'templates', count: 1, examples: ['Too clever'] },
    ])
    expect(first.untranslated.map(({ template, line }) => [template, line])).toEqual([
      ['Order', 2],
      ['Too clever', 1],
    ])
    expect(await contactOf('ada@lm.example')).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      topics: { 'monthly-news': true },
      data: { name: 'Ada King Lovelace', firstName: 'Ada', lastName: 'Lovelace', city: 'London', visits: 3 },
    })
    expect(await contactOf('left@lm.example')).toMatchObject({
      subscriptionState: 'LEFT',
      topics: { 'monthly-news': false },
    })
    expect(await contactOf('waits@lm.example')).toMatchObject({
      subscriptionState: 'NEVER_ASKED',
      topics: {},
    })
    expect(await contactOf('blocked@lm.example')).toMatchObject({ subscriptionState: 'LEFT' })
    expect(await read('/suppressions')).toMatchObject({
      suppressions: [{ email: 'blocked@lm.example', reason: 'manual' }],
      total: 1,
    })
    expect(await read('/topics')).toMatchObject({
      topics: [{ key: 'monthly-news', name: 'Monthly News', optIn: 'explicit' }],
      total: 1,
    })
    expect(await read('/segments')).toMatchObject({
      segments: [{ name: 'Customers', type: 'STATIC', memberCount: 72 }],
      total: 1,
    })
    expect(await read('/templates/listmonk-4')).toMatchObject({ name: 'Order', subject: 'Order {{ order }}' })
    expect(await read('/partials')).toMatchObject({
      partials: [{ key: 'listmonk-3', body: '<main>{% block content %}{% endblock %}</main>' }],
    })

    const second = await receiptOf(...fromListmonk())
    expect(second.counts).toMatchObject({
      contacts: { there: 75, taken: 74, created: 0, existing: 74, leftOut: 1 },
      topics: { created: 0, existing: 1 },
      segments: { created: 0, existing: 1 },
      templates: { created: 0, existing: 1, leftOut: 1 },
      layouts: { created: 0, existing: 1 },
    })
    expect(await read('/contacts')).toMatchObject({ total: 74 })
    expect(await read('/suppressions')).toMatchObject({ total: 1 })
    expect(await read('/segments')).toMatchObject({ total: 1, segments: [{ memberCount: 72 }] })
    expect(await read('/templates')).toMatchObject({ total: 1 })
  })

  it('does not subscribe again who has unsubscribed here', async () => {
    listmonk.subscribers = [
      { email: 'gone@lm.example', lists: [{ id: 1, subscription_status: 'confirmed' }] },
    ]
    await receiptOf(...fromListmonk())
    const { id } = (await contactOf('gone@lm.example')) ?? { id: '' }
    const body = { subscribed: false, topics: { 'monthly-news': false } }
    expect((await ask(node(), `PATCH /contacts/${id}`, { body })).status).toBe(200)
    await receiptOf(...fromListmonk())
    expect(await contactOf('gone@lm.example')).toMatchObject({
      subscriptionState: 'LEFT',
      topics: { 'monthly-news': false },
    })
  })

  it('keeps addresses suppressed that are suppressed here', async () => {
    const body = { email: 'held@lm.example', reason: 'complaint' }
    expect((await ask(node(), 'POST /suppressions', { body })).status).toBe(201)
    listmonk.subscribers = [
      { email: 'held@lm.example', lists: [{ id: 1, subscription_status: 'confirmed' }] },
    ]
    await receiptOf(...fromListmonk())
    expect(await read('/suppressions?search=held')).toMatchObject({
      suppressions: [{ reason: 'complaint' }],
      total: 1,
    })
  })

  it('can be run again after a failure in the middle', async () => {
    listmonk.subscribers = Array.from({ length: 120 }, (_, index) => ({
      email: `again-${index}@lm.example`,
      lists: [{ id: 2, subscription_status: 'unconfirmed' }],
    }))
    listmonk.faults.push('none', 'none', json(400, { message: 'no such page' }))
    const failed = await run(...fromListmonk())
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('Run the command again')
    const receipt = await receiptOf(...fromListmonk())
    expect(receipt.counts['contacts']).toMatchObject({ there: 120, taken: 120, leftOut: 0 })
    expect(await read('/contacts?search=again-')).toMatchObject({ total: 120 })
  })

  it('names a wrong token and a server that is away, and never the token', async () => {
    const token = fileOf('token', 'another-token\n')
    const refused = await run(...fromListmonk('--token-file', token))
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('the token is refused (403)')])
    expect(refused.stdout + refused.stderr).not.toContain('another-token')
    expect((await run('listmonk', '--source-url', listmonk.url)).code).toBe(2)
    expect((await run(...fromListmonk('--token-env', 'NO_SUCH_VARIABLE'))).code).toBe(2)
    expect((await run(...fromListmonk('--file', token))).code).toBe(2)
    expect((await run(...fromListmonk('--token-file', path.join(folder(), 'missing')))).code).toBe(1)
  })

  it('reads the export of subscribers', async () => {
    const file = fileOf(
      'listmonk.csv',
      'uuid,email,name,attributes,status,created_at,updated_at\n1,file@lm.example,File Reader,"{""city"":""Rome""}",enabled,2024,2024\n2,stop@lm.example,,{},blocklisted,2024,2024\n3,broken@lm.example,,{city,enabled,2024,2024\n',
    )
    const unclear = await run('listmonk', '--file', file)
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining('--subscribed')])
    const receipt = await receiptOf(
      'listmonk',
      '--file',
      file,
      '--subscribed',
      'true',
      '--segment',
      'From the file',
    )
    expect(receipt.counts).toMatchObject({
      contacts: { created: 2, leftOut: 1 },
      suppressions: { taken: 1 },
      segments: { created: 1 },
    })
    expect(receipt.leftOut).toMatchObject([{ examples: ['row 4: broken@lm.example'] }])
    expect(await contactOf('file@lm.example')).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      data: { city: 'Rome', firstName: 'File' },
    })
    expect(await contactOf('stop@lm.example')).toMatchObject({ subscriptionState: 'LEFT' })
    const other = fileOf('other.csv', 'mail,plan\nx@lm.example,pro\n')
    expect((await run('listmonk', '--file', other, '--subscribed', 'true')).code).toBe(1)
  })
})

describe('lettermill import csv', () => {
  it('says in which row a stray quote begins, and imports the others', async () => {
    const file = fileOf(
      'quote.csv',
      [
        'email;name;status',
        'first@csv.example;"First;active',
        'swallowed@csv.example;Swallowed;active',
        'third@csv.example;"Third";active',
        'last@csv.example;Last;active',
      ].join('\n'),
    )
    const { counts, leftOut } = await receiptOf('csv', file)
    expect(counts['contacts']).toMatchObject({ taken: 1, leftOut: 1 })
    expect(leftOut).toMatchObject([{ of: 'contacts', examples: ['row 2: first@csv.example'] }])
    expect(leftOut[0]?.reason).toMatch(/quote at the beginning of cell 2 that ends 2 lines later/)
    expect(await contactOf('last@csv.example')).toMatchObject({ data: { name: 'Last' } })
  })

  it('takes states, tags and typed data, and says what it leaves out', async () => {
    const file = fileOf(
      'people.csv',
      [
        'Mail;State;Tags;Plan;Visits',
        'one@csv.example;active;"red, blue";pro;3',
        'two@csv.example;unsubscribed;red;free;',
        'three@csv.example;bounced;;;',
        'four@csv.example;whatever;;;',
        'ONE@csv.example;active;;;4',
        'no address;active;;;',
      ].join('\r\n'),
    )
    const words = ['csv', file, '--map', '{"Mail":"email","State":"status","Plan":"data.plan"}']
    const first = await receiptOf(...words)
    expect(first.counts).toMatchObject({
      contacts: { read: 6, taken: 4, created: 3, repeated: 1, leftOut: 2 },
      suppressions: { taken: 1 },
      segments: { created: 2 },
    })
    expect(first.leftOut.map(({ examples }) => examples)).toEqual([['row 5: whatever'], ['no address']])
    expect(await contactOf('one@csv.example')).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      data: { plan: 'pro', Visits: 4 },
    })
    expect(await contactOf('three@csv.example')).toMatchObject({ subscriptionState: 'LEFT' })
    expect(await read('/suppressions?search=three')).toMatchObject({
      suppressions: [{ reason: 'hard_bounce' }],
    })
    const { segments } = await read<{ segments: { name: string; memberCount: number }[] }>(
      '/segments?search=red',
    )
    expect(segments).toMatchObject([{ name: 'red', memberCount: 2 }])
    const second = await receiptOf(...words)
    expect(second.counts['contacts']).toMatchObject({ created: 0, existing: 3, repeated: 1, leftOut: 2 })
  })

  it('leaves out rows whose values it would lose or put into other columns', async () => {
    const file = fileOf(
      'ragged.csv',
      [
        'email,name,status,data.*',
        'long@csv.example,Smith, John,active,{}',
        'text@csv.example,Text,active,no object',
        'short@csv.example,Short,active',
        'blank@csv.example,Blank,active,"{""plan"":""pro""}",,',
      ].join('\n'),
    )
    const receipt = await receiptOf('csv', file, '--map', '{"data.*":"data.*"}')
    expect(receipt.counts['contacts']).toMatchObject({ read: 4, taken: 2, created: 2, leftOut: 2 })
    expect(receipt.leftOut.map(({ reason, examples }) => [reason, ...examples])).toEqual([
      ['the row has more cells than the header', 'row 2: long@csv.example'],
      ['the column "data.*" must be a JSON object', 'row 3: no object'],
    ])
    expect(await contactOf('blank@csv.example')).toMatchObject({ data: { name: 'Blank', plan: 'pro' } })
  })

  it('uploads batch after batch', async () => {
    const rows = Array.from({ length: 5_003 }, (_, index) => `batch-${index}@csv.example,yes`)
    const file = fileOf('many.csv', ['email,subscribed', ...rows].join('\n'))
    const receipt = await receiptOf('csv', file, '--segment', 'All of the file')
    expect(receipt.counts).toMatchObject({
      contacts: { read: 5_003, taken: 5_003, created: 5_003, leftOut: 0 },
    })
    expect(await read('/segments?search=All%20of')).toMatchObject({ segments: [{ memberCount: 5_003 }] })
  })

  it('refuses what it cannot read before anything is sent', async () => {
    const silent = fileOf('silent.csv', 'email\nx@csv.example\n')
    expect((await run('csv', silent)).stderr).toContain('--subscribed')
    expect((await run('csv', fileOf('no-mail.csv', 'name,status\nx,active\n'))).stderr).toContain('--map')
    expect((await run('csv', silent, '--map', '{"Mail":"email"}')).code).toBe(2)
    expect((await run('csv', fileOf('empty.csv', ''))).code).toBe(1)
    const twice = await run('csv', fileOf('twice.csv', 'email,plan,status,plan\nx@csv.example,pro,active,\n'))
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('has the column "plan" twice')])
    expect((await run('csv', path.join(folder(), 'missing.csv'))).code).toBe(1)
    const open = await run('csv', fileOf('open.csv', 'email,status\n"x@csv.example,active\n'))
    expect([open.code, open.stderr]).toEqual([1, expect.stringContaining('never closed')])
  })
})
