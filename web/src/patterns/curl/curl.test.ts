import { describe, expect, it } from 'vitest'
import type { Account } from '../../api/accounts/account.ts'
import { curlOf } from './curl.ts'

const account = { instance: { publicUrl: 'https://mail.example.com' } } as Account

describe('curlOf', () => {
  it('reads a record', () => {
    expect(curlOf(account, '/emails/1')).toBe(
      `curl 'https://mail.example.com/emails/1' -H "Authorization: Bearer $KEY"`,
    )
  })

  it('names only the filters that are set', () => {
    const query = { search: 'Ann & Bob', status: undefined, tag: '' }
    expect(curlOf(account, '/emails', { query })).toContain(
      "'https://mail.example.com/emails?search=Ann+%26+Bob'",
    )
  })

  it('sends a file as a form', () => {
    const call = curlOf(account, '/contacts/import', { method: 'POST', file: 'contacts.csv' })
    expect(call).toContain('-F file=@contacts.csv')
    expect(call).not.toContain('-X POST')
  })

  it('escapes quotes in a body', () => {
    const call = curlOf(account, '/segments', { method: 'POST', body: { name: "Ada's friends" } })
    expect(call).toContain(String.raw`-d '{"name":"Ada'\''s friends"}'`)
    expect(call).not.toContain('-X POST')
  })

  it('shows a long body line by line', () => {
    const body = { name: 'Spring', subject: 'News for {{ name }}', body: '<h1>Hello {{ name }}</h1>' }
    expect(curlOf(account, '/campaigns', { method: 'POST', body, key: '<key>' }))
      .toBe(`curl 'https://mail.example.com/campaigns' -H "Authorization: Bearer <key>" \\
  -H "Content-Type: application/json" \\
  -d '{
  "name": "Spring",
  "subject": "News for {{ name }}",
  "body": "<h1>Hello {{ name }}</h1>"
}'`)
  })

  it('names a method other than curl would use', () => {
    expect(curlOf(account, '/webhooks/1/test', { method: 'POST' })).toContain("curl -X POST 'https")
  })
})
