import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { remoteHome } from '../../src/platform/postgres/data-folder/layout.ts'
import { ask, type ErrorAnswer } from '../support/http-client.ts'
import { PUBLIC_KEY, SECRET_KEY, useNodes } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

const RANDOM_KEYS = { BOOTSTRAP_SECRET_KEY: '', BOOTSTRAP_PUBLIC_KEY: '' }

/** Makes the program believe that its output is a terminal. */
const AT_TERMINAL = { NODE_OPTIONS: '--import data:text/javascript,process.stdout.isTTY=true' }

/** Every key that stands in a text, once each. */
const keysIn = (text: string) => [...new Set(text.match(/\b[sp]k_\w+/g))].toSorted()

describe('the first start', () => {
  it('at a terminal shows addresses, and last the set-up link and keys that work; the second start shows no secret', async () => {
    const node = await nodes.start({ ...RANDOM_KEYS, ...AT_TERMINAL, DATA_DIR: nodes.dataDir() })
    const port = new URL(node.url).port
    const banner = node.stdout()
    expect(banner.slice(banner.indexOf('─'))).toMatch(
      /^─+\n {2}Set-up link .+\n {2}Secret key .+\n {2}Public key .+\n─+\n.+\n$/,
    )

    expect(Number(port)).toBeGreaterThan(0)
    expect(banner).toContain(`Listening   http://127.0.0.1:${port}\n`)
    expect(banner).toContain(`Dashboard   http://localhost:${port}/\n`)
    expect(banner).toContain(`API docs    http://localhost:${port}/docs\n`)
    expect(banner).toContain(`Database    embedded PostgreSQL in ${node.dataDir}/postgres\n`)
    expect(banner).toContain(`Data folder ${node.dataDir}\n`)
    const setupLinks = banner.match(/http:\S+\/setup\/\S+/g) ?? []
    expect(setupLinks).toEqual([expect.stringMatching(`^http://localhost:${port}/setup/[\\w-]{40,}$`)])
    const [publicKey = '', secretKey = '', ...others] = keysIn(banner)
    expect([publicKey.slice(0, 3), secretKey.slice(0, 3), others]).toEqual(['pk_', 'sk_', []])

    expect((await ask(node, 'GET /project', { key: secretKey })).json()).toMatchObject({ name: 'My project' })
    expect((await ask(node, 'GET /project', { key: publicKey })).status).toBe(403)
    const setUp = await fetch(`${node.url}/setup`, {
      method: 'POST',
      headers: { origin: `http://localhost:${port}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        token: setupLinks[0]?.split('/').at(-1),
        email: 'ada@example.com',
        password: 'correct horse battery staple',
        name: 'Ada',
      }),
    })
    expect([setUp.status, await setUp.json()]).toMatchObject([
      200,
      { data: { projects: [{ role: 'owner' }] } },
    ])
    expect((await ask(node, 'GET /openapi.json')).json()).toMatchObject({
      servers: [{ variables: { protocol: { default: 'http' }, host: { default: `localhost:${port}` } } }],
    })

    const { dataDir } = node
    expect(statSync(dataDir).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
    expect(statSync(`${dataDir}/encryption-key`).mode & 0o777).toBe(0o600)

    expect((await node.stop()).code).toBe(0)
    const again = await nodes.start({ ...RANDOM_KEYS, ...AT_TERMINAL, DATA_DIR: dataDir })
    expect(keysIn(again.output())).toEqual([])
    expect(again.output()).not.toContain('/setup/')
    expect((await ask(again, 'GET /project', { key: secretKey })).status).toBe(200)
    expect((await again.stop()).stderr).toBe('')
  })

  it('elsewhere logs the set-up link as one line, prints no key, and `keys create` makes one', async () => {
    const node = await nodes.start({ ...RANDOM_KEYS, DATA_DIR: nodes.dataDir() })
    const lines = node
      .stdout()
      .split('\n')
      .filter((line) => line.includes('/setup/'))
    expect(lines).toHaveLength(1)
    const { msg } = JSON.parse(lines[0] ?? '') as { msg: string }
    expect(msg).toMatch(new RegExp(`http://localhost:${new URL(node.url).port}/setup/[\\w-]{40,}$`))
    expect(keysIn(node.output())).toEqual([])
    expect(node.banner()).not.toContain('/setup/')
    expect(node.banner()).toContain('npx lettermill keys create')
    const made = await nodes.run(['keys', 'create'], { DATA_DIR: node.dataDir })
    const [secretKey = ''] = keysIn(made.stdout)
    expect((await ask(node, 'GET /project', { key: secretKey })).status).toBe(200)
  })

  it('names the folder that really holds the database when that is not the data folder', async () => {
    // Like the home of root: the system user that PostgreSQL runs as cannot enter it.
    const closed = nodes.dataDir()
    mkdirSync(closed, { mode: 0o700 })
    const dataDir = path.join(closed, 'data')
    const node = await nodes.start({ DATA_DIR: dataDir })
    onTestFinished(async () => {
      await node.stop()
      rmSync(remoteHome(dataDir), { recursive: true, force: true })
    })
    const cluster = /Database +embedded PostgreSQL in (.+)\n/.exec(node.banner())?.[1] ?? ''
    expect(existsSync(path.join(cluster, 'PG_VERSION'))).toBe(true)
    expect(node.banner()).toContain(`Data folder ${dataDir}\n`)
    const isOutside = process.getuid?.() === 0
    expect(cluster.startsWith(`${dataDir}/`)).toBe(!isOutside)
    expect(node.banner().includes('A copy of the data folder has no database in it')).toBe(isOutside)
  })

  it('takes the keys of BOOTSTRAP_* and does not print them', async () => {
    const node = await nodes.start({ ...database.settings, PUBLIC_URL: 'https://mail.example.com/' })
    expect(keysIn(node.output())).toEqual([])
    expect(node.stdout()).toContain(' https://mail.example.com/setup/')
    expect((await ask(node, 'GET /project', { key: SECRET_KEY })).status).toBe(200)
    expect((await ask(node, 'GET /project', { key: PUBLIC_KEY })).json<ErrorAnswer>().error.code).toBe(
      'FORBIDDEN',
    )
  })
})
