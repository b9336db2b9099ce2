import { describe, expect, it } from 'vitest'
import { sendSamples } from './send-samples.ts'

/** What a shell makes of a text in single quotes, with quotes inside written as '\''. */
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
