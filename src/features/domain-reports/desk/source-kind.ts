// The role of an address that sends as a domain, and the next step for its owner.
import type { SourceKind } from '../domain-reports.values.ts'
import { OTHER_SOURCES } from '../domain-reports.values.ts'

type SourceCounts = {
  source: string
  messages: number
  aligned: number
  ours: number
  oursAligned: number
  forwarded: number
}

/** Some signatures break on the way. */
const GOOD_SHARE = 0.98

export function kindOfSource({ messages, aligned, ours, oursAligned, forwarded }: SourceCounts): SourceKind {
  if (ours > messages / 2) {
    if (oursAligned < ours * GOOD_SHARE) return 'ours-failing'
    return forwarded > ours / 2 ? 'forwarder' : 'ours'
  }
  return aligned >= messages * GOOD_SHARE ? 'service' : 'unknown'
}

export function adviceOn(row: SourceCounts, { kind, domain }: { kind: SourceKind; domain: string }): string {
  if (row.source === OTHER_SOURCES) {
    return 'The smallest sources of long reports, added up. Look at the larger ones first.'
  }
  switch (kind) {
    case 'ours':
      return 'Email of this server, which passes. Nothing to do.'
    case 'ours-failing':
      return `Email of this server that does not pass. Check the records of ${domain}, DKIM above all, and whether a program changes the email after it was signed.`
    case 'forwarder':
      return 'Passes email of this server on: the signature survives, SPF does not. Nothing to do.'
    case 'service':
      return `Passes DMARC for ${domain} by a key or SPF record of your own. Nothing to do if you know it; otherwise look at who may sign for ${domain}.`
    case 'unknown':
      return row.aligned > 0
        ? `Sends as ${domain}, and only a part of it passes DMARC. If it is a service of yours, let it sign everything with DKIM for ${domain}.`
        : `Sends as ${domain} and does not pass DMARC. If it is a service of yours, let it sign with DKIM for ${domain}; if you do not know it, a policy of quarantine or reject stops it.`
  }
}

const TLS_ADVICE: Record<string, string> = {
  'starttls-not-supported': 'Turn on STARTTLS at',
  'certificate-host-mismatch': 'Use a certificate with the name of',
  'certificate-expired': 'Renew the certificate of',
  'certificate-not-trusted': 'Use a certificate of a public authority, with its intermediate ones, at',
  'validation-failure': 'Test TLS at',
  'tlsa-invalid': 'Correct the TLSA records of',
  'dnssec-invalid': 'Correct DNSSEC of',
  'dane-required': 'Publish valid TLSA records for',
  'sts-policy-fetch-error': 'Serve the MTA-STS policy again, for',
  'sts-policy-invalid': 'Correct the MTA-STS policy, for',
  'sts-webpki-invalid': 'Renew the certificate of the host mta-sts. that serves the policy, for',
}

export function adviceOnTls({ result, mx }: { result: string; mx: string }, domain: string): string {
  const host = mx === '' ? `the mail servers of ${domain}` : mx
  return `${TLS_ADVICE[result] ?? TLS_ADVICE['validation-failure']} ${host}.`
}
