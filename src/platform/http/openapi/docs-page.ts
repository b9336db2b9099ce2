// The page at /docs that shows the API description. Everything comes from this server: the page's policy lets the browser
// load nothing from elsewhere, and run only the two scripts that the page names.
import scalar from '@scalar/fastify-api-reference'
import type { FastifyReply, RouteOptions } from 'fastify'
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

// Styles stay open: the library writes those that it computes into the page.
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

// 4 MB that change with a new version only. An hour, because an old library with a new description still works.
const LIBRARY_CACHE = 'public, max-age=3600'

/** Register it before any route. */
export async function installDocsPage(app: App): Promise<void> {
  app.addHook('onRoute', adaptRoute)
  await app.register(scalar, { routePrefix: '/docs', configuration: SETTINGS })
  app.get(
    '/docs/js/start.js',
    { config: { access: 'open' }, schema: { hide: true } },
    (_request, reply: FastifyReply) => reply.type('text/javascript; charset=utf-8').send(START),
  )
}

/**
 * Only the plugin's library is used. Its own page has an inline script, and is built from the Host and X-Forwarded-*
 * headers of the request, so that a malformed header would answer 500.
 */
function adaptRoute(route: RouteOptions): void {
  if (route.method !== 'GET' || !route.url.startsWith('/docs')) return
  route.config = { ...route.config, access: 'open' }
  if (route.url === '/docs') route.handler = (_request, reply) => reply.redirect('/docs/', 301)
  if (route.url === '/docs/') route.handler = (_request, reply) => replyWithPage(reply)
  if (route.url === '/docs/js/scalar.js') {
    route.onRequest = (_request, reply, done) => {
      reply.header('cache-control', LIBRARY_CACHE)
      done()
    }
  }
}

function replyWithPage(reply: FastifyReply): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE)
}
