// A real S3 server on loopback (s3rver, which checks signatures), behind a door that can fail as networks and stores do:
//
//   const s3 = await startS3Server()
//   useTestApp({ OBJECT_STORE: s3.setting })
//   s3.fault = ({ method }) => (method === 'PUT' ? { status: 503, code: 'SlowDown' } : undefined)
//
// `keys` lists the objects in the bucket; `requests` has all that came, also those that failed.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type S3Fault =
  /** An answer of the store. */
  | { status: number; code: string }
  /** The request arrives in half, and then the connection ends. */
  | 'half the request'
  /** The answer ends in the middle. */
  | 'half the answer'
  /** One byte of the answer is another one. */
  | 'a wrong byte'
  /** The request gets no answer. */
  | 'silence'
  /** The request is carried out, and the answer is lost. */
  | 'no answer'
  /** The connection is ended at once. */
  | 'drop'

export type S3Request = { method: string; path: string; query: string }

export type S3Server = {
  readonly url: string
  /** OBJECT_STORE for this server. */
  readonly setting: string
  fault: (request: S3Request) => S3Fault | undefined
  requests: S3Request[]
  keys(): Promise<string[]>
  remove(key: string): void
  damage(key: string): Promise<void>
  close(): Promise<void>
}

export const S3_BUCKET = 'mail-objects'
// The only key that s3rver knows.
const KEY = 'S3RVER'

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> }
type S3rverClass = new (options: object) => S3rver

const OBJECT_SUFFIX = '._S3rver_object'

/** The caller closes it. */
export async function startS3Server(): Promise<S3Server> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass
  const directory = mkdtempSync(path.join(tmpdir(), 'lettermill-s3-'))
  const configureBuckets = [{ name: S3_BUCKET }]
  const store = new Server({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = await store.run()
  const door = http.createServer((request, response) => void pass(s3, { request, response, port }))
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  const fileOf = (key: string) => path.join(directory, S3_BUCKET, `${key}${OBJECT_SUFFIX}`)
  const s3: S3Server = {
    url,
    setting: `s3://${KEY}:${KEY}@${S3_BUCKET}?endpoint=${url}`,
    fault: () => undefined,
    requests: [],
    async keys() {
      const files = await readdir(path.join(directory, S3_BUCKET), { recursive: true })
      return files
        .filter((file) => file.endsWith(OBJECT_SUFFIX))
        .map((file) => file.slice(0, -OBJECT_SUFFIX.length))
        .toSorted()
    },
    remove: (key) => rmSync(fileOf(key)),
    async damage(key) {
      const bytes = await readFile(fileOf(key))
      bytes[0] = (bytes[0] ?? 0) ^ 1
      await writeFile(fileOf(key), bytes)
    },
    async close() {
      door.closeAllConnections()
      door.close()
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return s3
}

type Visit = { request: IncomingMessage; response: ServerResponse; port: number }

async function pass(s3: S3Server, { request, response, port }: Visit): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://store')
  const seen = { method: request.method ?? '', path: pathname, query: search }
  s3.requests.push(seen)
  const fault = s3.fault(seen)
  if (fault === 'drop') return void request.socket.destroy()
  if (fault === 'half the request') return void request.once('data', () => request.socket.destroy())
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  if (fault === 'silence') return
  if (typeof fault === 'object') {
    const body = `<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>scripted</Message></Error>`
    return void response.writeHead(fault.status, { 'content-type': 'application/xml' }).end(body)
  }
  const { status, headers, body } = await forward(request, { port, body: Buffer.concat(pieces) })
  if (fault === 'no answer') return void request.socket.destroy()
  if (fault === 'a wrong byte' && body.length > 0) body[0] = (body[0] ?? 0) ^ 1
  response.writeHead(status, headers)
  if (fault !== 'half the answer') return void response.end(body)
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => request.socket.destroy())
}

type StoreReply = { status: number; headers: http.OutgoingHttpHeaders; body: Buffer }

async function forward(
  { method, url: target, headers }: IncomingMessage,
  { port, body }: { port: number; body: Buffer },
): Promise<StoreReply> {
  const outgoing = http.request({ host: '127.0.0.1', port, method, path: target, headers })
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of answer as AsyncIterable<Buffer>) pieces.push(piece)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }
}
