// Databases of released versions, brought to the newest schema as a start after an upgrade does it.
import { describe, expect, it } from 'vitest'
import { readMigrations } from '../../src/platform/db/migrate.ts'
import { backupOf, digestOf, readReleases, RELEASE_KEY } from '../releases/releases.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'

const nodes = useNodes()
const releases = readReleases()

const KEY = `sk_${'r'.repeat(40)}`

it('there is a release', () => {
  expect(releases.map(({ version }) => version)).toContain('0.1.0')
})

describe.each(releases)('version $version', ({ version, migrations, digest }) => {
  it('has the migrations that it had', () => {
    expect(digestOf(readMigrations().slice(0, migrations))).toBe(digest)
  })

  it('is upgraded with all it has, and goes on', async () => {
    const settings = { DATA_DIR: nodes.dataDir(), ENCRYPTION_KEY: RELEASE_KEY }
    expect(await nodes.run(['restore', '--quiet', backupOf(version)], settings)).toMatchObject({ code: 0 })
    const node = await nodes.start(settings)
    const total = async (route: string) =>
      (await ask(node, `GET ${route}`, { key: KEY })).json<{ total: number }>().total
    expect(
      await Promise.all(['/contacts', '/segments', '/workflows', '/webhooks', '/campaigns'].map(total)),
    ).toEqual([6, 1, 1, 1, 1])
    const body = { to: 'ada@example.com', from: 'me@shop.test', subject: 'After', body: '<p>After</p>' }
    const sent = await ask(node, 'POST /v1/send', { key: KEY, body })
    const id = sent.json<{ data: { emails: { email: string }[] } }>().data.emails[0]?.email ?? ''
    await eventually(async () =>
      expect((await ask(node, `GET /emails/${id}`, { key: KEY })).json()).toMatchObject({
        status: 'DELIVERED',
      }),
    )
  })
})
