import { describe, expect, it } from 'vitest'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { instanceTraits } from '../transports/transport-traits.ts'
import { createProviderHeaders } from './provider-headers.ts'

const secrets = createSecrets('a key for tests that is long enough to pass')
const EMAIL = {
  project_id: '01900000-0000-7000-8000-000000000001' as ProjectId,
  id: '01900000-0000-7000-8000-000000000002' as EmailId,
}

/** The headers through this transport, with `*` for a reference that leads back to the email. */
const headersOf = (transport: string) =>
  createProviderHeaders(
    { secrets },
    instanceTraits({ MAIL_TRANSPORT: transport }),
  )(EMAIL).map(([name, value]) => [
    name,
    value.replace(/[\w-]{60,}/, (reference) => {
      const found = createLinkTokens(secrets).read('report', reference)
      return found?.ids.join() === `${EMAIL.project_id},${EMAIL.id}` ? '*' : 'no reference'
    }),
  ])

describe('the headers for a provider', () => {
  it.each(['ses://eu-west-1', 'smtp://user:password@email-smtp.eu-west-1.amazonaws.com:587'])(
    'through %s tag the email with a signed reference',
    (transport) => {
      expect(headersOf(transport)).toEqual([['X-SES-MESSAGE-TAGS', 'lettermill=*']])
    },
  )

  it.each([
    ['smtp.sendgrid.net', [['X-SMTPAPI', '{"unique_args":{"lettermill":"*"}}']]],
    ['smtp.eu.mailgun.org', [['X-Mailgun-Variables', '{"lettermill":"*"}']]],
    [
      'smtp.postmarkapp.com',
      [
        ['X-PM-Metadata-lettermill', '*'],
        ['X-PM-KeepID', 'true'],
      ],
    ],
    ['smtp-relay.brevo.com', [['X-Mailin-custom', 'lettermill:*']]],
    ['in-v3.mailjet.com', [['X-MJ-CustomID', '*']]],
    ['smtp.sparkpostmail.com', [['X-MSYS-API', '{"metadata":{"lettermill":"*"}}']]],
    ['relay.example.com?provider=mailgun', [['X-Mailgun-Variables', '{"lettermill":"*"}']]],
  ])('of %s carry a signed reference', (host, expected) => {
    expect(headersOf(`smtp://user:password@${host.replace('?', ':587?')}`)).toEqual(expected)
  })

  it.each([
    'inbox:',
    'smtp://relay.example.com',
    'smtp://smtp.resend.com:587',
    'smtp://smtp.sendgrid.net.evil.test',
  ])('are none through %s', (transport) => {
    expect(headersOf(transport)).toEqual([])
  })
})
