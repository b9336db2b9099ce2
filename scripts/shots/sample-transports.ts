// Two mail servers of the project, and a domain that sends by both.

type Write = <T>(path: string, body: unknown) => Promise<T>
type CreatedRecord = { id: string }

export async function addTransports(
  post: Write,
  patch: Write,
): Promise<Record<'transport' | 'domain', string>> {
  const make = async (name: string, settings: object, more: object = {}) =>
    (await post<CreatedRecord>('/transports', { name, type: 'smtp', settings, ...more })).id
  const spare = await make('Relay of the office', { host: 'mail.acme-letters.com', tls: 'opportunistic' })
  await make('Newsletter relay', { host: 'smtp.mailgun.org', user: 'acme', password: 'correct horse' })
  const transport = await make(
    'SendGrid',
    { host: 'smtp.sendgrid.net', user: 'apikey', password: 'correct horse' },
    { isDefault: true },
  )
  await patch(`/transports/${transport}/feedback`, { keys: { sendgrid: 'MFkwEwYHKoZIzj0CAQYI' } })
  const { id: domain } = await post<CreatedRecord>('/domains', { domain: 'acme-letters.com' })
  await patch(`/domains/${domain}`, { transports: [transport, spare] })
  return { transport, domain }
}
