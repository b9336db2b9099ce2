// The parts of an OpenID Connect provider's responses that signing in needs.
import { z } from 'zod'

const webAddress = z.url({ protocol: /^https?$/ })

/** OpenID Connect Discovery 1.0, section 3. */
export const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: webAddress,
  token_endpoint: webAddress,
  jwks_uri: webAddress,
  id_token_signing_alg_values_supported: z.array(z.string()).min(1),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

/** RFC 6749, section 5.1, and OpenID Connect Core 1.0, section 3.1.3.3. */
export const Tokens = z.object({ id_token: z.string(), access_token: z.string() })

/** OpenID Connect Core 1.0, section 5.1. */
export const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().optional(),
  // Some providers send a string. Any other value counts as unverified.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .optional()
    .catch(undefined),
  name: z.string().optional().catch(undefined),
})
export type Claims = z.output<typeof Claims>
