import type { Node } from '../../start.ts'
import type { InboxKeys } from './inbox-folder.ts'

/** The addresses and keys that a program needs that has started the inbox. */
export type InboxAddress = {
  url: string
  secretKey: string
  publicKey: string
  /** The password is the secret key; any user name will do. */
  smtp: { host: string; port: number; username: string; password: string; url: string }
  /** Creates the account for the dashboard; null once there is one. */
  setupUrl: string | null
  /** Since the program began. */
  readyAfterMs: number
}

const USERNAME = 'lettermill'

const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

export function describeInbox({ config, setupToken }: Node, keys: InboxKeys): InboxAddress {
  const { HOST, SMTP_PORT: port } = config
  const host = EVERY_ADDRESS.has(HOST) ? 'localhost' : HOST
  const url = `http://${host}:${config.PORT}`
  return {
    url,
    ...keys,
    smtp: {
      host,
      port,
      username: USERNAME,
      password: keys.secretKey,
      url: `smtp://${USERNAME}:${keys.secretKey}@${host}:${port}`,
    },
    setupUrl: setupToken === undefined ? null : `${url}/setup/${setupToken}`,
    readyAfterMs: Math.round(performance.now()),
  }
}

/** For a person at a terminal. */
export function inboxBanner(
  { url, secretKey, smtp, setupUrl, readyAfterMs }: InboxAddress,
  kept?: string,
): string {
  const end =
    kept === undefined ? 'Ctrl-C ends it and removes all data.' : `Ctrl-C ends it; its data stays in ${kept}.`
  const lines = [
    `The inbox for tests is ready, after ${(readyAfterMs / 1000).toFixed(1)} s.`,
    '',
    `  URL         ${url}`,
    `  Secret key  ${secretKey}`,
    `  SMTP        ${smtp.host}:${smtp.port}, any user name, the secret key as the password`,
    ...(setupUrl === null ? [] : [`  Dashboard   ${setupUrl}`]),
    '',
    'Send from any address under .test, then wait for the email, in another terminal:',
    '',
    `  export KEY=${secretKey}`,
    `  curl ${url}/v1/send -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\`,
    `    -d '{"to":"ada@example.com","from":"app@shop.test","subject":"Your code is 482913","body":"<p>482913</p>"}'`,
    `  curl "${url}/inbox/wait?to=ada@example.com" -H "Authorization: Bearer $KEY"`,
    '',
    end,
  ]
  return lines.join('\n')
}
