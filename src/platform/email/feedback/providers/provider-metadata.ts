// The signed reference by which a provider's reports name an email. It is in the header in which the provider takes metadata,
// and which it removes before delivery.
import type { Provider } from './providers.values.ts'

/** The name of our value among the metadata of an email. */
export const REFERENCE_NAME = 'lettermill'

const HOSTS: readonly [RegExp, Provider][] = [
  [/^email-smtp(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/, 'ses'],
  [/(?:^|\.)smtp(?:\.eu)?\.sendgrid\.net$/, 'sendgrid'],
  [/^smtp(?:\.eu)?\.mailgun\.org$/, 'mailgun'],
  [/^smtp(?:-broadcasts)?\.postmarkapp\.com$/, 'postmark'],
  [/^smtp\.resend\.com$/, 'resend'],
  [/^smtp-relay\.(?:brevo|sendinblue)\.com$/, 'brevo'],
  [/^in(?:-v3)?\.mailjet\.com$/, 'mailjet'],
  [/^smtp(?:\.eu)?\.sparkpostmail\.com$/, 'sparkpost'],
]

/** Undefined for a relay that we do not know. */
export const providerOfHost = (host: string): Provider | undefined =>
  HOSTS.find(([form]) => form.test(host.toLowerCase()))?.[1]

type Header = readonly [name: string, value: string]

const json = (value: object): string => JSON.stringify(value)

const HEADERS: Partial<Record<Provider, (reference: string) => Header[]>> = {
  // The events of a configuration set have it; the notifications of an identity do not.
  ses: (reference) => [['X-SES-MESSAGE-TAGS', `${REFERENCE_NAME}=${reference}`]],
  sendgrid: (reference) => [['X-SMTPAPI', json({ unique_args: { [REFERENCE_NAME]: reference } })]],
  mailgun: (reference) => [['X-Mailgun-Variables', json({ [REFERENCE_NAME]: reference })]],
  // Without X-PM-KeepID Postmark replaces the Message-ID.
  postmark: (reference) => [
    [`X-PM-Metadata-${REFERENCE_NAME}`, reference],
    ['X-PM-KeepID', 'true'],
  ],
  brevo: (reference) => [['X-Mailin-custom', `${REFERENCE_NAME}:${reference}`]],
  mailjet: (reference) => [['X-MJ-CustomID', reference]],
  sparkpost: (reference) => [['X-MSYS-API', json({ metadata: { [REFERENCE_NAME]: reference } })]],
}

/** None for a provider that reports the return path or the Message-ID. */
export const metadataHeaders = (provider: Provider, reference: string): readonly Header[] =>
  HEADERS[provider]?.(reference) ?? []

const REPLACED_HEADERS: Partial<Record<Provider, readonly string[]>> = { ses: ['date', 'message-id'] }

/** The headers that the provider replaces by its own, in lower case: a signature over them would break. */
export const replacedHeaders = (provider: Provider | undefined): readonly string[] =>
  (provider && REPLACED_HEADERS[provider]) ?? []
