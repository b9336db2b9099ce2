// Samples that send an email: through the API in three languages, and by SMTP.
import type { Sample } from '../../components/code/code-snippet.tsx'
import { shellQuoted } from './shell-quoted.ts'

type SampleEmail = { to: string; from: string; subject: string; body: string }

export const SAMPLE_EMAIL: SampleEmail = {
  to: 'ada@example.com',
  from: 'hello@shop.test',
  subject: 'Hello from Lettermill',
  body: '<h1>It works</h1><p>This is your first email.</p>',
}

export function sendSamples(url: string, key: string, email: SampleEmail): Sample[] {
  const json = JSON.stringify(email, null, 2)
  return [
    {
      name: 'curl',
      code: `curl ${url}/v1/send \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d ${shellQuoted(json)}`,
    },
    {
      name: 'Node',
      code: `const response = await fetch('${url}/v1/send', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),
})
console.log(await response.json())`,
    },
    {
      name: 'Python',
      code: `import json, urllib.request

request = urllib.request.Request(
    "${url}/v1/send",
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
    },
    data=json.dumps(${json.replaceAll('\n', '\n    ')}).encode(),
)
print(urllib.request.urlopen(request).read().decode())`,
    },
  ]
}

/** Escapes the percent signs and backslashes of printf's format. A line break would end a header. */
const escapePrintf = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll(/[\r\n]+/g, ' ')

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

type SmtpSampleInput = { publicUrl: string; smtpPort: number | null; key: string; email: SampleEmail }

/** None if submission is switched off. Requires TLS unless the server is this machine. */
export function smtpSamples({ publicUrl, smtpPort, key, email }: SmtpSampleInput): Sample[] {
  if (smtpPort === null) return []
  const { hostname } = new URL(publicUrl)
  const lines = [
    `From: ${email.from}`,
    `To: ${email.to}`,
    `Subject: ${email.subject}`,
    'Content-Type: text/html',
    '',
    email.body,
  ].map(escapePrintf)
  const tls = LOCAL_HOSTS.has(hostname) ? '' : ' --ssl-reqd'
  const code = `printf ${shellQuoted(`${lines.join(String.raw`\n`)}\\n`)} |
  curl --url smtp://${hostname}:${smtpPort}${tls} --user ${shellQuoted(`any:${key}`)} \\
    --mail-from ${shellQuoted(email.from)} --mail-rcpt ${shellQuoted(email.to)} --crlf -T -`
  return [{ name: 'SMTP', code }]
}
