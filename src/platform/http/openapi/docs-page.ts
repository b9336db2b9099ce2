// The page at /docs that shows the API description. Everything comes from this server: the page's policy lets the browser
// load nothing from elsewhere, and run only the two scripts that the page names.
import Fastify from 'fastify'
import type { FastifyReply } from 'fastify'
import type { App } from '../app-types.ts'

const SETTINGS = {
  url: '/openapi.json',
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  authentication: { preferredSecurityScheme: 'secretKey' },
  // On localhost it would offer to share and deploy the description through its maker's service.
  showDeveloperTools: 'never' as const,
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>Lettermill API</title>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
  </head>
  <body>
    <div id="app"></div>
    <script src="js/scalar.js"></script>
    <script src="js/start.js"></script>
  </body>
</html>
`

const START = `Scalar.createApiReference('#app', ${JSON.stringify(SETTINGS)})\n`

// Inline styles are allowed: the library writes computed ones into the page.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

// 4 MB that change only with a new version. An hour, because an old library with a new description still works.
const LIBRARY_CACHE = 'public, max-age=3600'

/** Register it before any route. */
export function installDocsPage(app: App): void {
  const library = createLibrary()
  const route = { config: { access: 'open' }, schema: { hide: true } } as const
  app.get('/docs', route, (_request, reply: FastifyReply) => reply.redirect('/docs/', 301))
  app.get('/docs/', route, (_request, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  )
  app.get('/docs/js/start.js', route, (_request, reply: FastifyReply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  )
  app.get('/docs/js/scalar.js', route, async (_request, reply: FastifyReply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', LIBRARY_CACHE)
      .send(await library()),
  )
}

/**
 * The script of the library, which its Fastify plugin serves. Loading the plugin takes 0.2 s of processor time and some MB, so
 * it waits for the first reader. Only this script is used: the plugin's own page has an inline script, and is built from
 * the Host and X-Forwarded-* headers of the request, so that a malformed header would answer 500.
 */
function createLibrary(): () => Promise<string> {
  let script: string | undefined
  return async () => (script ??= await loadLibrary())
}

async function loadLibrary(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const host = Fastify()
  await host.register(scalar, { routePrefix: '/', configuration: SETTINGS })
  const { statusCode, body } = await host.inject('/js/scalar.js')
  await host.close()
  if (statusCode !== 200) throw new Error(`The library of the API reference answered ${statusCode}`)
  return body
}
