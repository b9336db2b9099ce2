import type { TlsMode } from '../../../../../src/features/transports/transports.values.ts'
import { transports } from '../transports.texts.ts'
import type { OAuthService } from './oauth-fields.ts'
import type { SmtpFields } from './smtp-fields.ts'
import { translatable } from '../../../i18n/translatable.ts'

const encryptions: Record<TlsMode, string> = {
  required: 'STARTTLS',
  implicit: 'TLS from the first byte',
  opportunistic: 'STARTTLS if offered',
}

const providers: Record<SmtpFields['provider'], string> = {
  auto: 'By the host name',
  ...transports.providers,
}

const signIns: Record<SmtpFields['signIn'], string> = { password: 'Password', oauth2: 'OAuth 2' }

export const smtpTexts = translatable('pages/transports/form/smtp', 'smtpTexts', {
  encryptions,
  providers,
  signIns,
  host: 'Host',
  port: 'Port',
  tls: 'Encryption',
  tlsHint: 'Not with a password, which is never sent unencrypted.',
  signIn: 'Sign in with',
  oauthHint: 'Microsoft 365 and Google require it. Register an application there first.',
  user: 'User',
  mailbox: 'Mailbox',
  password: 'Password',
  keepPassword:
    'Leave it empty to keep the stored one. It has to be given again when host, port, user, encryption or certificate check change.',
  againPassword: 'Give it again: the stored one is not sent to a server that was changed.',
  verifyCertificate: 'Check the certificate',
  verifyCertificateHint: 'Off: certificates that this server does not trust are accepted, too.',
  sign: 'Sign with DKIM',
  signHint: 'Off: the relay has to sign with a key of the domain.',
  provider: 'Provider',
  providerHint:
    'Choose it if you reach it under a host name of your own, so that its reports can be matched.',
})

const services: Record<OAuthService, string> = {
  microsoft: 'Microsoft 365',
  google: 'Google',
  other: 'Another one',
}

const serviceHints: Record<OAuthService, string | undefined> = {
  microsoft:
    'Host smtp.office365.com. Replace <tenant> in the URL with the directory ID of your organization.',
  google: 'Host smtp.gmail.com, with the refresh token of a user who has granted https://mail.google.com/.',
  other: undefined,
}

export const oauthTexts = translatable('pages/transports/form/smtp', 'oauthTexts', {
  services,
  serviceHints,
  service: 'Tokens are issued by',
  tokenUrl: 'Token URL',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  keepSecrets:
    'Leave it and the refresh token empty to keep the stored ones. Both have to be given again when the server or anything of OAuth 2 changes.',
  refreshToken: 'Refresh token',
  refreshTokenHint: 'Empty: the application signs in by itself.',
  scope: 'Scope',
})
