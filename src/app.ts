import { findContact } from './features/contacts/contacts.queries.ts'
import { contactRoutes } from './features/contacts/contacts.routes.ts'
import { IMPORT_MEDIA_TYPE, importRoutes } from './features/contacts/import.routes.ts'
import { domainRoutes } from './features/domains/domains.routes.ts'
import { operationRoutes } from './features/operations/operations.routes.ts'
import { createKeyFinder } from './features/projects/index.ts'
import { keyRoutes } from './features/projects/keys.routes.ts'
import { projectRoutes } from './features/projects/projects.routes.ts'
import { templateRoutes } from './features/templates/templates.routes.ts'
import { verifyRoutes } from './features/verify/verify.routes.ts'
import type { Deps } from './platform/deps.ts'
import type { App } from './platform/http/app-types.ts'
import { createServer } from './platform/http/server.ts'
import { webRoutes } from './platform/http/web-routes.ts'

/** The HTTP side, ready to listen or to be asked by a test. */
export async function buildApp(deps: Deps): Promise<App> {
  return createServer(deps, {
    findKey: createKeyFinder(deps.database.db, deps.clock),
    uploadMediaTypes: [IMPORT_MEDIA_TYPE],
    addRoutes(app) {
      projectRoutes(app, deps)
      keyRoutes(app, deps)
      importRoutes(app, deps)
      contactRoutes(app, deps)
      operationRoutes(app)
      domainRoutes(app, deps)
      verifyRoutes(app, deps)
      templateRoutes(app, deps, { findContact })
      webRoutes(app)
    },
  })
}
