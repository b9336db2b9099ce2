// Reports of honest receivers, in the forms that they have.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ABOUT,
  bareEmail,
  BEGIN,
  DAY,
  DOMAIN,
  emailWithWords,
  gzip,
  newReportXml,
  recordXml,
  reportXml,
  tlsJson,
  zip,
} from './fixtures/report-files.ts'
import { heldBackReports } from './fixtures/held-back-reports.ts'
import { readDomainReport, readReportFile } from './read-domain-report.ts'
import { REPORT_LIMITS } from './report-limits.values.ts'

const read = (file: Uint8Array | string) =>
  readReportFile(Buffer.from(file), { about: ABOUT, limits: REPORT_LIMITS })

const ROW = {
  source: '192.0.2.1',
  disposition: 'none',
  isDkimAligned: true,
  isSpfAligned: true,
  isOurs: true,
  messages: 3,
}

/** The children of every element in the opposite order. */
function turned(xml: string): string {
  const [, prolog = '', root = '', content = ''] =
    /^(<\?.*?\?>\s*)(<feedback[^>]*>)([^]*)<\/feedback>\s*$/.exec(xml) ?? []
  return `${prolog}${root}${turnedContent(content)}</feedback>`
}

const CHILD = /<([\w:]+)(?:\s[^>]*)?(?:\/>|>[^]*?<\/\1>)/g

function turnedContent(content: string): string {
  const children = [...content.matchAll(CHILD)].map(([child]) => child)
  if (children.length === 0) return content
  return children.map(turnedElement).toReversed().join('')
}

function turnedElement(element: string): string {
  const [, open = '', content = '', close = ''] = /^(<[^>]*[^>/]>)([^]*)(<\/[^>]*>)$/.exec(element) ?? []
  return open === '' ? element : `${open}${turnedContent(content)}${close}`
}

describe('an aggregate report', () => {
  it('is read from XML, gzip and zip alike', async () => {
    const xml = reportXml()
    const expected = {
      kind: 'dmarc',
      orgName: 'google.com',
      reportId: '4711',
      beginsAt: BEGIN,
      endsAt: BEGIN + DAY - 1,
      policy: {
        domain: DOMAIN,
        p: 'none',
        sp: 'none',
        np: null,
        adkim: 'r',
        aspf: 'r',
        pct: '100',
        testing: null,
      },
      rows: [ROW],
      records: 1,
      foreignRecords: 0,
    }
    for (const file of [
      xml,
      gzip(xml),
      zip(xml),
      zip(xml, { method: 0 }),
      zip(xml, { comment: 'made by hand' }),
    ]) {
      expect(await read(file)).toEqual(expected)
    }
  })

  it('is read in the format of RFC 9990, from a zip archive', async () => {
    expect(await read(zip(newReportXml()))).toMatchObject({
      reportId: '3v98abbp8ya9n3va8yr8oa3ya',
      policy: { p: 'quarantine', sp: 'none', np: 'reject', adkim: 's', testing: 'y', pct: null },
      rows: [ROW, { ...ROW, source: '2001:db8::25', isSpfAligned: false, messages: 7 }],
      records: 2,
    })
  })

  it('is read from an archive as a program streams it, with the sizes behind the data', async () => {
    const archive = readFileSync(path.join(import.meta.dirname, 'fixtures/rfc9990-report.zip'))
    // A bit of the first file's flags: its sizes follow the data.
    expect((archive[6] ?? 0) & 8).toBe(8)
    const first = { ...ROW, isSpfAligned: false, messages: 123 }
    const second = {
      source: '2001:db8:4::19',
      disposition: 'quarantine',
      isDkimAligned: false,
      isOurs: false,
    }
    expect(await read(archive)).toEqual({
      kind: 'dmarc',
      orgName: 'Receiver Example',
      reportId: '20261118.7f3c@receiver.example',
      beginsAt: BEGIN,
      endsAt: BEGIN + DAY - 1,
      policy: {
        domain: DOMAIN,
        p: 'quarantine',
        sp: 'none',
        np: 'none',
        testing: 'n',
        adkim: null,
        aspf: null,
        pct: null,
      },
      rows: [first, { ...second, isSpfAligned: false, messages: 4 }],
      records: 2,
      foreignRecords: 0,
    })
  })

  it('is read with its elements in any order', async () => {
    const expected = await read(newReportXml())
    const rows = [{ ...ROW, source: '2001:db8::25', isSpfAligned: false, messages: 7 }, ROW]
    expect(await read(turned(newReportXml()))).toEqual({ ...expected, rows })
  })

  it('is read with long errors, comments and human results, which have no limit', async () => {
    const long = 'x '.repeat(20_000)
    const xml = newReportXml()
      .replace('one record was dropped', long)
      .replace('>testing<', `>${long}<`)
      .replace('>good<', `>${long}<`)
    expect(await read(zip(xml))).toEqual(await read(newReportXml()))
  })

  it.each([
    ['a prefix of the root', '<x:record><x:row><x:count>a</x:count></x:row></x:record>'],
    [
      'a prefix of its own',
      '<y:policy_published xmlns:y="urn:y"><y:domain>z</y:domain></y:policy_published>',
    ],
    ['a default namespace of its own', '<record xmlns="urn:y"><row><count>a</count></row></record>'],
  ])('leaves out elements of an extension with %s', async (_what, extension) => {
    const xml = newReportXml().replace('<extension>', `${extension}<extension>`)
    expect(await read(xml)).toEqual(await read(newReportXml()))
  })

  it.each([
    [
      'a prefix',
      (xml: string) => xml.replaceAll(/<(\/?)(?=[a-z])(?!x:)/g, '<$1d:').replace('xmlns=', 'xmlns:d='),
    ],
    [
      'the old namespace',
      (xml: string) => xml.replace('urn:ietf:params:xml:ns:dmarc-2.0', 'http://dmarc.org/dmarc-xml/0.1'),
    ],
    ['an unknown namespace', (xml: string) => xml.replace('urn:ietf:params:xml:ns:dmarc-2.0', 'urn:other')],
    ['empty namespaces inside', (xml: string) => xml.replaceAll('<record>', '<record xmlns="">')],
  ])('is read with %s', async (_what, change) => {
    expect(await read(change(newReportXml()))).toEqual(await read(newReportXml()))
  })

  it('adds up records with the same results', async () => {
    const report = await read(
      reportXml({ records: [recordXml(), recordXml({ count: 4 }), recordXml({ count: 0 })] }),
    )
    expect(report).toMatchObject({ rows: [{ ...ROW, messages: 7 }], records: 3 })
  })

  it.each([
    ['a signature by one of our selectors', { envelope: ['list.example', 'pass'] as const }, true],
    [
      'a selector that the project brought along',
      { signatures: [[DOMAIN, 'own', 'pass']] as const, envelope: ['x.example', 'pass'] as const },
      true,
    ],
    [
      'a signature of the domain without a selector',
      { signatures: [[DOMAIN, undefined, 'pass']] as const, envelope: ['x.example', 'pass'] as const },
      true,
    ],
    ['our return path', { signatures: [] }, true],
    [
      'a signature of the domain by another service',
      { signatures: [[DOMAIN, 'k1', 'pass']] as const, envelope: ['x.example', 'pass'] as const },
      false,
    ],
    [
      'a signature of ours that is broken',
      { signatures: [[DOMAIN, 'lm12345678', 'fail']] as const, envelope: ['x.example', 'pass'] as const },
      false,
    ],
    [
      'a signature of a subdomain',
      {
        signatures: [[`x.${DOMAIN}`, 'lm12345678', 'pass']] as const,
        envelope: ['x.example', 'pass'] as const,
      },
      false,
    ],
  ])('tells what is ours: %s', async (_what, fields, isOurs) => {
    expect(await read(reportXml({ records: [recordXml(fields)] }))).toMatchObject({ rows: [{ isOurs }] })
  })

  it.each(['::ffff:192.0.2.1', '::FFFF:C000:201', '0:0:0:0:0:ffff:192.0.2.1'])(
    'knows an IPv4 address that is written as %s',
    async (source) => {
      const records = [recordXml(), recordXml({ source })]
      expect(await read(reportXml({ records }))).toMatchObject({ rows: [{ ...ROW, messages: 6 }] })
    },
  )

  it('leaves out records about other domains', async () => {
    const records = [
      recordXml({ from: 'other.example' }),
      recordXml({ from: `news.${DOMAIN}` }),
      recordXml({ from: `x${DOMAIN}` }),
    ]
    expect(await read(reportXml({ records }))).toMatchObject({ rows: [ROW], foreignRecords: 2 })
  })

  it.each([
    ['a namespace with a prefix', reportXml().replaceAll(/<(\/?)(?=[a-z])/g, '<$1ns1:')],
    [
      'another encoding',
      Buffer.from(
        reportXml({ org: 'Müller', prolog: '<?xml version="1.0" encoding="windows-1252"?>' }),
        'latin1',
      ),
    ],
    ['UTF-16 in its prolog only', reportXml({ prolog: '<?xml version="1.0" encoding="utf-16"?>' })],
    ['UTF-16 without a mark', Buffer.from(reportXml({ prolog: '' }), 'utf16le')],
    ['UTF-16 in the other order', Buffer.from(`\ufeff${reportXml({ prolog: '' })}`, 'utf16le').swap16()],
    ['UTF-16', Buffer.from(`\ufeff${reportXml({ prolog: '' })}`, 'utf16le')],
    ['a byte order mark', `\ufeff${reportXml()}`],
    ['no prolog', reportXml({ prolog: '' })],
    ['capitals in its names', reportXml().replaceAll('source_ip', 'Source_IP')],
    ['comments and CDATA', reportXml({ org: '<![CDATA[AT&T]]><!-- a name -->' })],
    [
      'words of its own for a disposition',
      reportXml({ records: [recordXml({ disposition: 'sampled_out' })] }),
    ],
    ['no <sp>', reportXml().replace('<sp>none</sp>', '')],
    ['a policy of the parent domain', reportXml({ domain: 'example' })],
    ['empty elements', reportXml().replace('<aspf>r</aspf>', '<aspf/>')],
    ['an entity of XML', reportXml({ org: 'AT&amp;T &#77;ail' })],
  ])('may have %s', async (_what, file) => {
    expect(await read(file)).toMatchObject({ kind: 'dmarc', rows: [ROW] })
  })
})

describe('a TLS report', () => {
  it('is read from JSON and gzip', async () => {
    for (const file of [tlsJson(), gzip(tlsJson())]) {
      expect(await read(file)).toEqual({
        kind: 'tls',
        orgName: 'Google Inc.',
        reportId: '2026-11-18T00:00:00Z_shop.example',
        beginsAt: BEGIN,
        endsAt: BEGIN + DAY - 1,
        policies: [
          {
            domain: DOMAIN,
            type: 'sts',
            successful: 120,
            failed: 5,
            failures: [{ result: 'certificate-expired', mx: 'mail.shop.example', sessions: 5 }],
          },
        ],
      })
    }
  })

  it('keeps results and hosts that have the form of one, because people get them by email', async () => {
    const words = 'Your account is locked. Open https://evil.example/'
    const file = tlsJson().replace('"certificate-expired"', JSON.stringify(words))
    const hostless = file.replace(
      '"receiving-mx-hostname":"mail.shop.example"',
      `"receiving-mx-hostname":"${words}"`,
    )
    expect(await read(hostless)).toMatchObject({
      policies: [{ failures: [{ result: 'unspecified', mx: null, sessions: 5 }] }],
    })
  })

  it('keeps policies of the domain only', async () => {
    await expect(read(tlsJson().replaceAll(`"${DOMAIN}"`, '"other.example"'))).rejects.toThrow(
      'not about shop.example',
    )
  })
})

describe('the email of a report', () => {
  it.each([
    ['is the file itself', bareEmail({ file: zip(reportXml()) }), 'google.com'],
    ['has words for people before the file', emailWithWords({ file: gzip(reportXml()) }), 'microsoft.com'],
    [
      'has a type of its own',
      bareEmail({ file: gzip(tlsJson()), type: 'application/tlsrpt+gzip' }),
      'google.com',
    ],
    [
      'has a file of no type',
      emailWithWords({ file: Buffer.from(reportXml()), type: 'application/octet-stream' }),
      'microsoft.com',
    ],
    [
      'has the XML as text',
      emailWithWords({ file: Buffer.from(reportXml()), type: 'text/xml' }),
      'microsoft.com',
    ],
  ])('%s', async (_what, raw, fromDomain) => {
    expect(await readDomainReport({ raw, about: ABOUT })).toMatchObject({
      fromDomain,
      problem: null,
      signatures: [],
    })
  })

  it.each([
    ['a logo', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', 'text/html; name="a.html"', '<html><body>Your report</body></html>'],
    ['structured data', 'application/json', '{"@type":"EmailMessage"}'],
  ])('may have %s before the report', async (_what, type, content) => {
    const first = [`Content-Type: ${type}`, 'Content-Disposition: attachment', '', content, '--_mpm_', '']
    const raw = emailWithWords({ file: gzip(reportXml()) }).toString('latin1')
    const email = Buffer.from(raw.replace('--_mpm_\r\n', `--_mpm_\r\n${first.join('\r\n')}`), 'latin1')
    expect(await readDomainReport({ raw: email, about: ABOUT })).toMatchObject({ problem: null })
  })

  it.each(['image/png', 'text/plain', 'application/msword', 'message/rfc822', 'nonsense'])(
    'may give its archive the type %s',
    async (type) => {
      const raw = emailWithWords({ file: zip(reportXml()), type, name: 'report' })
      expect((await readDomainReport({ raw, about: ABOUT })).report).toMatchObject({ rows: [ROW] })
    },
  )

  it('without a file says so', async () => {
    const raw = Buffer.from('From: a@b.example\r\n\r\nHello\r\n')
    expect(await readDomainReport({ raw, about: ABOUT })).toMatchObject({
      fromDomain: 'b.example',
      report: null,
      problem: 'The email has no file with a report.',
    })
  })
})

describe('reports that were held back while the reader was written', () => {
  it.each(heldBackReports)('%s', async (_what, file, messages) => {
    const report = await read(file)
    const total = report.kind === 'dmarc' ? report.rows.reduce((sum, row) => sum + row.messages, 0) : -1
    expect(total).toBe(messages)
  })
})
