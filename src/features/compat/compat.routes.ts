// The doors shaped like other providers: docs/compat.md.
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import type { Operations } from '../../platform/http/inner-calls/operations.ts'
import { createDoor } from './door.ts'
import { mailgunProvider } from './mailgun/mailgun-provider.ts'
import { mailgunRoutes } from './mailgun/mailgun.routes.ts'
import { postmarkProvider } from './postmark/postmark-provider.ts'
import { postmarkRoutes } from './postmark/postmark.routes.ts'
import { resendAudienceRoutes } from './resend/resend-audiences.routes.ts'
import { resendContactRoutes } from './resend/resend-contacts.routes.ts'
import { resendDomainRoutes } from './resend/resend-domains.routes.ts'
import { resendEmailRoutes } from './resend/resend-emails.routes.ts'
import { resendMembershipRoutes } from './resend/resend-memberships.routes.ts'
import { resendProvider } from './resend/resend-provider.ts'
import { sendgridProvider } from './sendgrid/sendgrid-provider.ts'
import { sendgridRoutes } from './sendgrid/sendgrid.routes.ts'

/** Call it after the routes that the doors stand for. */
export function compatRoutes(
  app: App,
  { clock, config }: Deps,
  { operations }: { operations: Operations },
): void {
  const resend = createDoor(app, { operations, provider: resendProvider })
  resendEmailRoutes(app, resend)
  resendDomainRoutes(app, resend)
  resendAudienceRoutes(app, resend)
  resendContactRoutes(app, resend)
  resendMembershipRoutes(app, resend)
  const postmark = createDoor(app, { operations, provider: postmarkProvider })
  postmarkRoutes(app, { door: postmark, clock })
  const sendgrid = createDoor(app, { operations, provider: sendgridProvider })
  sendgridRoutes(app, { door: sendgrid, config })
  const mailgun = createDoor(app, { operations, provider: mailgunProvider })
  mailgunRoutes(app, { door: mailgun })
}
