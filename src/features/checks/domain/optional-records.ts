// Records that a domain may have. A missing one is fine, a wrong one is a fault.
import { parseTagList, tlsReportsValue } from '../../domains/index.ts'
import type { Lookup, Mx } from '../../../platform/dns/dns.ts'
import { isAllowedBy, readStsId, readStsPolicy } from '../../../platform/email/mx/mta-sts.ts'
import { advise, failed, good, notApplicable, publish, quote, unknown, warning } from '../check-finding.ts'
import type { Verdict } from '../check-finding.ts'

/** The policy file of MTA-STS, as it was read. */
export type StsFile = { status: 'read'; text: string } | { status: 'unreadable'; reason: string }

type StsAnswer = { domain: string; texts: Lookup<string>; mx: Lookup<Mx>; file?: StsFile }

// RFC 8461 section 3.2 wants weeks; what a receiver forgets within a day protects nobody.
const LEAST_MAX_AGE_SECONDS = 86_400

/** MTA-STS protects email to the domain: replies, and what its people get. */
export function judgeMtaSts({ domain, texts, mx, file }: StsAnswer): Verdict {
  const name = `_mta-sts.${domain}`
  if (texts.status === 'unanswered') return unknown(texts.reason)
  if (mx.status === 'unanswered') return unknown(mx.reason)
  const servers = mx.status === 'found' ? mx.records.map(({ exchange }) => exchange).filter(Boolean) : []
  const records = texts.status === 'found' ? texts.records.filter((text) => text.startsWith('v=STSv1')) : []
  if (records.length === 0) return withoutSts(name, servers)
  if (readStsId(records) === undefined) {
    return failed(
      `${records.length > 1 ? 'There are several records' : 'The record is not valid'} at ${name}, so senders ignore MTA-STS: ${quote(records.join(' '))}`,
      publish('Publish this record alone.', { name, value: 'v=STSv1; id=1' }),
    )
  }
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`
  if (file?.status !== 'read') {
    return failed(
      `The record at ${name} announces a policy, but it cannot be read: ${file?.reason ?? 'nothing answered'}.`,
      advise('Publish the policy at this address, without a redirect and with a valid certificate.', {
        page: url,
      }),
    )
  }
  const policy = readStsPolicy(file.text)
  if (!policy) {
    return failed(
      'The policy is not valid: it needs version, mode, mx and max_age.',
      advise('Write the policy by this command, and publish the file at this address.', {
        command: policyCommand(servers),
        page: url,
      }),
    )
  }
  const uncovered = servers.filter((server) => !isAllowedBy({ ...policy, mode: 'enforce' }, server))
  if (policy.mode !== 'none' && uncovered.length > 0) {
    const judge = policy.mode === 'enforce' ? failed : warning
    return judge(
      `The policy does not name ${uncovered.join(', ')}, which receives the email of the domain${policy.mode === 'enforce' ? ': senders refuse to deliver there' : ''}.`,
      advise(
        `Add these lines to the policy, and change the id of the record: ${uncovered.map((one) => `mx: ${one}`).join(' ')}`,
        { page: url },
      ),
    )
  }
  if (policy.mode !== 'enforce') {
    return warning(
      `The policy has the mode ${policy.mode}, which protects nothing.`,
      advise('When TLS reports show no failures, set mode: enforce and change the id of the record.', {
        page: url,
      }),
    )
  }
  if (policy.maxAgeSeconds < LEAST_MAX_AGE_SECONDS) {
    return warning(
      `Senders forget the policy after ${policy.maxAgeSeconds} seconds.`,
      advise('Set max_age: 604800 or more, and change the id of the record.', { page: url }),
    )
  }
  return good(`The policy is enforced for ${policy.servers.join(', ')}.`)
}

function withoutSts(name: string, servers: readonly string[]): Verdict {
  if (servers.length === 0) {
    return notApplicable('The domain receives no email, so MTA-STS would protect nothing.')
  }
  return notApplicable(
    'The domain has no MTA-STS policy. It would protect email to the domain on its way.',
    advise('Publish this record, and by HTTPS the policy that this command writes (RFC 8461).', {
      record: { type: 'TXT', name, value: 'v=STSv1; id=1' },
      command: policyCommand(servers),
      page: `https://${name.replace(/^_/, '')}/.well-known/mta-sts.txt`,
    }),
  )
}

/** Names in DNS may hold any character: others than those of host names must not get into a shell. */
const isHostName = (name: string) => /^[a-z0-9.-]+$/.test(name)

function policyCommand(servers: readonly string[]): string {
  const names = servers.filter(isHostName).map((one) => `mx: ${one}`)
  const lines = ['version: STSv1', 'mode: testing', ...names, 'max_age: 604800']
  return `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} > mta-sts.txt`
}

export function judgeTlsRpt({ domain, texts }: { domain: string; texts: Lookup<string> }): Verdict {
  if (texts.status === 'unanswered') return unknown(texts.reason)
  const name = `_smtp._tls.${domain}`
  const records =
    texts.status === 'found' ? texts.records.filter((text) => text.startsWith('v=TLSRPTv1')) : []
  const remedy = publish('Publish this record.', {
    name,
    value: tlsReportsValue(domain),
  })
  const [record] = records
  if (record === undefined) {
    return notApplicable('Nobody gets reports about failed TLS of email to the domain (TLS-RPT).', remedy)
  }
  if (records.length > 1) {
    return failed(
      `There are ${records.length} records at ${name}, so senders ignore all of them.`,
      advise('Keep only one of them.'),
    )
  }
  const parsed = parseTagList(record)
  const rua = parsed.ok ? (parsed.tags.get('rua') ?? '') : ''
  const uris = rua.split(',').map((uri) => uri.trim())
  const isValid = uris.every(
    (uri) => /^mailto:[^\s@,]+@[^\s@,]+$/i.test(uri) || /^https:\/\/[^\s,]+$/i.test(uri),
  )
  return isValid
    ? good(`Reports about failed TLS go to ${quote(uris.join(', '))}.`)
    : failed(
        `The record at ${name} names no address for reports, by mailto: or https:. It is: ${quote(record)}`,
        remedy,
      )
}

type BimiAnswer = { domain: string; texts: Lookup<string>; policy: string | undefined }

export function judgeBimi({ domain, texts, policy }: BimiAnswer): Verdict {
  if (texts.status === 'unanswered') return unknown(texts.reason)
  const name = `default._bimi.${domain}`
  const records = texts.status === 'found' ? texts.records.filter((text) => /^v=BIMI1/i.test(text)) : []
  const [record] = records
  const form = publish('Publish this record, with the address of the logo as SVG Tiny PS.', {
    name,
    value: `v=BIMI1; l=https://${domain}/logo.svg`,
  })
  if (record === undefined) return notApplicable('The domain shows no logo beside its emails (BIMI).', form)
  if (records.length > 1) {
    return failed(`There are ${records.length} BIMI records at ${name}.`, advise('Keep only one of them.'))
  }
  const parsed = parseTagList(record)
  const logo = parsed.ok ? parsed.tags.get('l') : undefined
  if (logo === '' && parsed.ok && (parsed.tags.get('a') ?? '') === '') {
    return good('The domain declares that it shows no logo.')
  }
  if (logo === undefined || !/^https:\/\/[^\s;]+\.svgz?(\?|$)/i.test(logo)) {
    return failed(
      `The tag l= of the record at ${name} must be an https address of an SVG file. It is: ${quote(record)}`,
      form,
    )
  }
  if (policy !== 'quarantine' && policy !== 'reject') {
    return warning(
      `The logo is not shown, because the DMARC policy is ${policy ?? 'missing'}: BIMI needs quarantine or reject.`,
      publish('When the reports show that all your email is aligned, publish this DMARC record.', {
        name: `_dmarc.${domain}`,
        value: 'v=DMARC1; p=quarantine',
      }),
    )
  }
  const mark = parsed.ok ? (parsed.tags.get('a') ?? '') : ''
  return good(
    mark === ''
      ? 'The record names a logo. Gmail and Apple show it only with a certificate of the mark (a=).'
      : 'The record names a logo and the certificate of its mark.',
  )
}
