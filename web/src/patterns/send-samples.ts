// The call that sends an email, in three languages.
import type { Sample } from '../components/code/code-snippet.tsx'

export type SampleEmail = { to: string; from: string; subject: string; body: string }

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
  -d '${json.replaceAll("'", String.raw`'\''`)}'`,
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
