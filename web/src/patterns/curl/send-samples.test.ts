import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { sendSamples, smtpSamples } from './send-samples.ts'

/** Undoes shell quoting: single quotes, with quotes inside written as '\''. */
const unquoted = (text: string) => text.slice(1, -1).replaceAll(String.raw`'\''`, "'")

describe('the sample for curl', () => {
  it('survives the shell, whatever is in the email', () => {
    const email = {
      to: "o'hara@example.com",
      from: 'a@shop.test',
      subject: '$HOME `id` "x" \\',
      body: "<p>It's</p>",
    }
    const code = sendSamples('http://localhost', 'sk_x', email)[0]?.code ?? ''
    const quoted = code.slice(code.indexOf('-d ') + 3)
    expect(quoted.replaceAll(String.raw`'\''`, '').match(/'/g)).toHaveLength(2)
    expect(JSON.parse(unquoted(quoted))).toEqual(email)
  })
})

describe('the sample for SMTP', () => {
  const email = {
    to: "o'hara@example.com",
    from: 'a@shop.test',
    subject: '100 % off $HOME \\n `id`',
    body: "<p>It's</p>",
  }
  const codeFor = (publicUrl: string, smtpPort: number | null) =>
    smtpSamples({ publicUrl, smtpPort, key: 'sk_x', email })[0]?.code

  it('prints the email as it is, whatever is in it', () => {
    const [print = ''] = (codeFor('http://localhost:4000', 2587) ?? '').split(' |\n')
    expect(execFileSync('sh', ['-c', print], { encoding: 'utf8' })).toBe(
      `From: ${email.from}\nTo: ${email.to}\nSubject: ${email.subject}\nContent-Type: text/html\n\n${email.body}\n`,
    )
  })

  it('requires TLS unless the server is this machine', () => {
    expect(codeFor('http://localhost:4000', 2587)).toContain("--url smtp://localhost:2587 --user 'any:sk_x'")
    expect(codeFor('https://mail.example.com', 2587)).toContain('smtp://mail.example.com:2587 --ssl-reqd')
  })

  it('is left out if submission is switched off', () => {
    expect(codeFor('http://localhost:4000', null)).toBeUndefined()
  })
})
