// The doors shaped like other providers: docs/compat.md.
import type { App } from '../../platform/http/app-types.ts'
import type { Operations } from '../../platform/http/inner-calls/operations.ts'
import { createDoor } from './door.ts'
import { resendEmailRoutes } from './resend/resend-emails.routes.ts'
import { resendProvider } from './resend/resend-provider.ts'

/** Call it after the routes that the doors stand for. */
export function compatRoutes(app: App, { operations }: { operations: Operations }): void {
  const resend = createDoor(app, { operations, provider: resendProvider })
  resendEmailRoutes(app, resend)
}
