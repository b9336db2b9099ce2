// The fields of OAuth 2 as texts, and the two services that most people need it for.
import type { z } from 'zod'
import type {
  SmtpSettings,
  SmtpSettingsCreate,
} from '../../../../../src/features/transports/smtp/smtp-settings.schema.ts'

type OAuthSettings = z.infer<typeof SmtpSettings>['oauth2']
type OAuthInput = NonNullable<z.input<typeof SmtpSettingsCreate>['oauth2']>

export type OAuthFields = {
  tokenUrl: string
  clientId: string
  /** Empty: the stored one stays. */
  clientSecret: string
  refreshToken: string
  scope: string
}

export type OAuthService = 'microsoft' | 'google' | 'other'

/** `<tenant>` is replaced by the person who fills in the form. */
const SERVICES: Record<OAuthService, Pick<OAuthFields, 'tokenUrl' | 'scope'>> = {
  microsoft: {
    tokenUrl: 'https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token',
    scope: 'https://outlook.office365.com/.default',
  },
  google: { tokenUrl: 'https://oauth2.googleapis.com/token', scope: '' },
  other: { tokenUrl: '', scope: '' },
}

export const oauthFieldsOf = (stored: OAuthSettings): OAuthFields => ({
  tokenUrl: stored?.tokenUrl ?? '',
  clientId: stored?.clientId ?? '',
  clientSecret: '',
  refreshToken: '',
  scope: stored?.scope ?? '',
})

export const withService = (fields: OAuthFields, service: OAuthService): OAuthFields => ({
  ...fields,
  ...SERVICES[service],
})

export function serviceOf({ tokenUrl }: OAuthFields): OAuthService {
  if (tokenUrl.startsWith('https://login.microsoftonline.com/')) return 'microsoft'
  return tokenUrl === SERVICES.google.tokenUrl ? 'google' : 'other'
}

export const oauthOf = (fields: OAuthFields): OAuthInput => ({
  tokenUrl: fields.tokenUrl.trim(),
  clientId: fields.clientId.trim(),
  clientSecret: fields.clientSecret,
  refreshToken: fields.refreshToken || null,
  scope: fields.scope.trim() || null,
})
