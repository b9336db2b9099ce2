// Microsoft SNDS on loopback: the automated data access, which answers CSV without a header to whoever has the key. Others are sent to a
// page for signing in.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'

type Answer = { status: number; body: string; headers?: Record<string, string> }

export type Snds = {
  url: string
  key: string
  /** The lines of data.aspx, see `sndsLine`. */
  data: string[]
  /** The lines of ipStatus.aspx. */
  blocks: string[]
  requests: string[]
  /** Answers instead of the server; undefined leaves it to the server. */
  answer: (page: string) => Answer | Promise<Answer> | undefined
}

type Line = {
  address: string
  /** Such as 2026-02-01. */
  day: string
  verdict?: 'GREEN' | 'YELLOW' | 'RED'
  complaints?: string
  traps?: number
  recipients?: number
}

/** A line as SNDS writes it: the sample commands of SMTP are often empty. */
export function sndsLine({
  address,
  day,
  verdict = 'GREEN',
  complaints = '< 0.1%',
  traps = 0,
  recipients = 900,
}: Line) {
  const [year = '', month = '', date = ''] = day.split('-').map((part) => String(Number(part)))
  const at = (time: string) => `${month}/${date}/${year} ${time}`
  const trapTimes = traps > 0 ? [at('1:00 AM'), at('5:00 AM')] : ['', '']
  return [
    address,
    at('12:00 AM'),
    at('11:00 PM'),
    recipients + 2,
    recipients + 1,
    recipients,
    verdict,
    complaints,
    ...trapTimes,
    traps,
    'mx.shop.example',
    'news@shop.example',
    '',
  ].join(',')
}

const csv = (lines: readonly string[]): Answer => ({
  status: 200,
  body: lines.map((line) => `${line}\r\n`).join(''),
  headers: { 'content-type': 'text/csv' },
})

/** For a whole test file; every test begins without lines. */
export async function useSnds(): Promise<Snds> {
  const snds: Snds = {
    url: '',
    key: '01234567-89ab-cdef-0123-456789abcdef',
    data: [],
    blocks: [],
    requests: [],
    answer: () => undefined,
  }
  const usual = (page: string, key: string | null): Answer => {
    if (key !== snds.key) return { status: 302, body: '', headers: { location: 'https://login.live.com/' } }
    if (page === '/data.aspx') return csv(snds.data)
    return page === '/ipStatus.aspx' ? csv(snds.blocks) : { status: 404, body: '' }
  }
  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', snds.url)
    snds.requests.push(pathname)
    void Promise.resolve(snds.answer(pathname) ?? usual(pathname, searchParams.get('key'))).then(
      ({ status, headers = {}, body }) => response.writeHead(status, headers).end(body),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  snds.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    Object.assign(snds, { data: [], blocks: [], answer: () => undefined })
    snds.requests.length = 0
  })
  return snds
}
