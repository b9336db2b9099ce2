// A listmonk beside Lettermill: in a database of its own on the same server, with settings that make it as fast as it can be. It sends the
// same newsletter to the same receiver, and keeps the position of a campaign but no record of an email.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { freePort } from '../../../test/harness/free-port.ts'
import type { Stage } from '../../harness/stage.ts'
import { buildListmonk } from './build.ts'

const DATABASE = 'listmonk'

// It starts in a second, on a machine that others keep busy in a minute.
const START_LIMIT_MS = 120_000
const LOOK_EVERY_MS = 50

// As many as Lettermill has. Its processor time per email is the same with 10, 25, 100 and 200.
const WORKERS = 50
const CONNECTIONS = 50

/** By the names of its table. */
const settingsFor = (port: number, folder: string) => ({
  'app.concurrency': WORKERS,
  // Per worker and second: no limit.
  'app.message_rate': 1_000_000,
  'app.batch_size': 10_000,
  'app.check_updates': false,
  // The notice that a campaign has finished would be one more email for the sink, also with nobody to tell. Without a sender it is not sent.
  'app.notify_emails': [],
  'app.from_email': '',
  'app.root_url': 'https://mill.example.com',
  'upload.filesystem.upload_path': path.join(folder, 'uploads'),
  smtp: [
    {
      enabled: true,
      host: '127.0.0.1',
      port,
      auth_protocol: 'none',
      max_conns: CONNECTIONS,
      // Connections stay open between two rounds.
      idle_timeout: '10m',
      wait_timeout: '30s',
      max_msg_retries: 2,
      tls_enabled: false,
      email_headers: [],
    },
  ],
})

export type Listmonk = {
  pid: number
  /** Begins a campaign to all its subscribers. It looks for campaigns every five seconds. */
  startCampaign(): Promise<void>
  /** Resolves when it has finished the campaign. */
  waitUntilFinished(): Promise<void>
  stop(): Promise<void>
}

type ListmonkOptions = {
  /** Where it sends to. */
  smtpPort: number
  subscribers: number
  /** In Liquid. */
  newsletter: string
}

/** @throws {MissingPeerError} */
export async function startListmonk(stage: Stage, options: ListmonkOptions): Promise<Listmonk> {
  const program = await buildListmonk()
  await stage.pool.query(`create database ${DATABASE}`)
  const url = new URL(stage.databaseUrl)
  url.pathname = `/${DATABASE}`
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const port = await freePort()
  const config = path.join(stage.folder, 'listmonk.toml')
  writeFileSync(config, configFor(url, port))
  const launch = (...args: string[]) =>
    spawn('./listmonk', ['--config', config, ...args], {
      cwd: program,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  try {
    await finished(launch('--install', '--yes'))
    await prepare(pool, { ...options, folder: stage.folder })
    const child = launch()
    // A benchmark that is interrupted does not get to its end.
    process.once('exit', () => child.kill('SIGKILL'))
    await untilItAnswers(child, port)
    return {
      pid: child.pid ?? 0,
      startCampaign: () => startCampaign(pool),
      waitUntilFinished: () => waitUntilFinished(pool),
      async stop() {
        const ended = once(child, 'exit')
        child.kill()
        await ended
        await pool.end()
        await stage.pool.query(`drop database ${DATABASE} with (force)`)
      },
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** The folder of a Unix socket is a host to it, too. */
const configFor = ({ username, password, port, pathname, searchParams, hostname }: URL, ownPort: number) =>
  `[app]
address = "127.0.0.1:${ownPort}"
admin_username = "admin"
admin_password = "password of a benchmark"
[db]
host = "${searchParams.get('host') ?? hostname}"
port = ${port}
user = "${username}"
password = "${password}"
database = "${pathname.slice(1)}"
ssl_mode = "disable"
max_open = 25
max_idle = 25
max_lifetime = "300s"
`

async function finished(child: ChildProcess): Promise<void> {
  const output = outputOf(child)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`listmonk --install ended with ${code}: ${await output}`)
}

const outputOf = async ({ stdout, stderr }: ChildProcess): Promise<string> => {
  const streams = [stdout, stderr].filter((stream) => stream !== null)
  return (await Promise.all(streams.map((stream) => text(stream)))).join('')
}

async function untilItAnswers(child: ChildProcess, port: number): Promise<void> {
  const output = outputOf(child)
  const until = performance.now() + START_LIMIT_MS
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`listmonk ended with ${child.exitCode}: ${await output}`)
    if (performance.now() > until) {
      child.kill()
      throw new Error(`listmonk does not answer: ${await output}`)
    }
    await sleep(LOOK_EVERY_MS)
  }
}

const LIST = 'Readers'

async function prepare(
  pool: pg.Pool,
  { smtpPort, folder, subscribers, newsletter }: ListmonkOptions & { folder: string },
): Promise<void> {
  for (const [key, value] of Object.entries(settingsFor(smtpPort, folder))) {
    await pool.query('update settings set value = $2 where key = $1', [key, JSON.stringify(value)])
  }
  await pool.query("insert into lists (uuid, name, type) values (gen_random_uuid(), $1, 'private')", [LIST])
  await pool.query(
    `with people as (
       insert into subscribers (uuid, email, name, attribs)
       select gen_random_uuid(), 'person-' || n || '@receivers.example.com', 'Ada', '{"code": "123456"}'
       from generate_series(1, $1::int) as n returning id
     )
     insert into subscriber_lists (subscriber_id, list_id, status)
     select people.id, lists.id, 'confirmed' from people, lists where lists.name = $2`,
    [subscribers, LIST],
  )
  await pool.query("insert into templates (name, body) values ('Plain', $1)", ['{{ template "content" . }}'])
  await pool.query(
    `insert into campaigns (uuid, name, subject, from_email, body, content_type, messenger, template_id)
     select gen_random_uuid(), 'Newsletter', 'News for {{ .Subscriber.Name }}', 'hello@mill.example.com', $1, 'html', 'email', id
     from templates where name = 'Plain'`,
    [inGoTemplates(newsletter)],
  )
  await pool.query('vacuum analyze')
}

/** The newsletter with its variables, tracked links and a pixel, as people write them there. */
export const inGoTemplates = (liquid: string): string =>
  liquid
    .replaceAll('{{ name }}', '{{ .Subscriber.Name }}')
    .replaceAll('{{ code }}', '{{ .Subscriber.Attribs.code }}')
    .replaceAll('{{ unsubscribeUrl }}', '{{ UnsubscribeURL }}')
    .replaceAll(/href="(https:[^"]+)"/g, 'href="{{ TrackLink "$1" }}"')
    .replace('</body>', '{{ TrackView }}</body>')

/** A copy of the prepared campaign, which is a draft. */
async function startCampaign(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with started as (
       insert into campaigns (uuid, name, subject, from_email, body, content_type, messenger, template_id, status)
       select gen_random_uuid(), 'Started', subject, from_email, body, content_type, messenger, template_id, 'running'
       from campaigns where name = 'Newsletter' returning id
     )
     insert into campaign_lists (campaign_id, list_id, list_name)
     select started.id, lists.id, lists.name from started, lists where lists.name = $1`,
    [LIST],
  )
}

async function waitUntilFinished(pool: pg.Pool): Promise<void> {
  const left = () => pool.query("select from campaigns where status = 'running'")
  while ((await left()).rowCount !== 0) await sleep(LOOK_EVERY_MS)
}
