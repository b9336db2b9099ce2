// Settings of the connections to Google Postmaster Tools and Microsoft SNDS, part of config.ts.
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

/** The part of the key file of a service account that signing in needs. It stays text, because threads get a copy of the settings. */
export type GoogleCredentials = { email: string; privateKey: string; keyId: string; tokenUrl: string }

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

const isSafe = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key_id: z.string().max(200).default(''),
  private_key: z.string().refine(isRsaKey),
  token_uri: z.url().refine(isSafe).default('https://oauth2.googleapis.com/token'),
})

function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const credentials = z.string().transform((text, context): GoogleCredentials => {
  const parsed = KeyFile.safeParse(parseJson(text))
  if (parsed.success) {
    const { client_email: email, private_key: privateKey, private_key_id: keyId, token_uri } = parsed.data
    return { email, privateKey, keyId, tokenUrl: token_uri }
  }
  // The value is a secret, so the sentence names fields only.
  const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].filter(Boolean)
  context.addIssue(
    `must be the JSON key of a service account, as Google Cloud hands it out${fields.length > 0 ? `; missing or wrong: ${fields.join(', ')}` : ''}`,
  )
  return z.NEVER
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const postmasterSettings = {
  GOOGLE_POSTMASTER_CREDENTIALS: credentials
    .optional()
    .describe(
      'JSON key of a service account of Google Cloud that may read your domains in Google Postmaster Tools; best as a file, by GOOGLE_POSTMASTER_CREDENTIALS_FILE. Its figures are then read every six hours (docs/deliverability.md). Set it on every node.',
    ),
  SNDS_KEY: z
    .string()
    .regex(
      /^[A-Za-z0-9-]{8,100}$/,
      'must be the key of the automated data access, letters, digits and hyphens',
    )
    .optional()
    .describe(
      'Key of the automated data access of Microsoft SNDS, for the figures of Outlook.com about the sending addresses of this server, read every six hours (docs/deliverability.md). Set it on every node.',
    ),
}
