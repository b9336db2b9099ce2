import { readFileSync } from 'node:fs'
import type { App } from './app-types.ts'

const PAGE = new URL('../../../web/index.html', import.meta.url)

const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The web side. One page for now; it stands at / and where the set-up link leads. */
export function webRoutes(app: App): void {
  const html = readFileSync(PAGE, 'utf8')
  for (const url of ['/', '/setup']) {
    app.get(url, { config: { access: 'open' }, schema: { hide: true } }, (_request, reply) =>
      reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': CSP,
          'referrer-policy': 'no-referrer',
        })
        .send(html),
    )
  }
}
