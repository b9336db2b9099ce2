// The files of deploy/ against a node as Prometheus scrapes it, before anything has happened.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { ROOT } from '../harness/node-process.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

const read = (file: string) => readFileSync(path.join(ROOT, 'deploy', file), 'utf8')
const alerts = read('alerts.yaml').replaceAll(/runbook: .*/g, '')

let scraped: string
let types: Map<string, string>
beforeAll(async () => {
  const ports = { SMTP_PORT: String(await freePort()), BOUNCE_PORT: String(await freePort()) }
  // A node has figures of a pooler only if it has one, whose sessions have a limit for statements.
  await database.query(`do $$ begin
    execute format('alter database %I set statement_timeout = 10000', current_database());
    execute format('alter database %I set log_parameter_max_length_on_error = 0', current_database());
  end $$`)
  const direct = { DATABASE_DIRECT_URL: database.settings['DATABASE_URL'] ?? '' }
  const node = await nodes.start({ ...database.settings, ...ports, ...direct })
  scraped = (await ask(node, 'GET /metrics', { key: null })).text
  types = new Map(
    [...scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
})

describe('a node that has just started', () => {
  it.each(['grafana.json', 'alerts.yaml'])('serves every metric of deploy/%s', (file) => {
    const text = file === 'alerts.yaml' ? alerts : read(file)
    const names = new Set((text.match(/\blettermill_\w+/g) ?? []).map((name) => name.replace(/_bucket$/, '')))
    expect(names.size).toBeGreaterThan(10)
    expect([...names].filter((name) => !types.has(name))).toEqual([])
  })

  it('serves the counters whose increase is an alarm from 0, because Prometheus does not see the first one otherwise', () => {
    const counters = [...alerts.matchAll(/increase\((\w+)/g)].map(([, name = '']) => name)
    expect(counters.length).toBeGreaterThan(2)
    const values = counters.map((name) => new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'm').exec(scraped)?.[1])
    expect(values).toEqual(counters.map(() => '0'))
  })
})
