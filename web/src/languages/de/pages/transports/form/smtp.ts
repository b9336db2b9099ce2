import type { TlsMode } from '../../../../../../../src/features/transports/transports.values.ts'
import { transports } from '../transports.ts'
import type { OAuthService } from '../../../../../pages/transports/form/oauth-fields.ts'
import type { SmtpFields } from '../../../../../pages/transports/form/smtp-fields.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/transports/form/smtp.texts.ts'

const encryptions: Record<TlsMode, string> = {
  required: 'STARTTLS',
  implicit: 'TLS vom ersten Byte an',
  opportunistic: 'STARTTLS, wenn angeboten',
}

const providers: Record<SmtpFields['provider'], string> = {
  auto: 'Nach dem Hostnamen',
  ...transports.providers,
}

const signIns: Record<SmtpFields['signIn'], string> = { password: 'Passwort', oauth2: 'OAuth 2' }

export const smtpTexts = {
  encryptions,
  providers,
  signIns,
  host: 'Host',
  port: 'Port',
  tls: 'Verschlüsselung',
  tlsHint: 'Nicht mit Passwort; das wird nie unverschlüsselt gesendet.',
  signIn: 'Anmelden mit',
  oauthHint: 'Microsoft 365 und Google verlangen das. Registrieren Sie dort zuerst eine Anwendung.',
  user: 'Benutzer',
  mailbox: 'Postfach',
  password: 'Passwort',
  keepPassword:
    'Leer lassen, um das gespeicherte zu behalten. Es muss neu angegeben werden, wenn sich Host, Port, Benutzer, Verschlüsselung oder Zertifikatsprüfung ändern.',
  againPassword: 'Geben Sie es neu an: Das gespeicherte wird nicht an einen geänderten Server gesendet.',
  verifyCertificate: 'Zertifikat prüfen',
  verifyCertificateHint: 'Aus: Auch ein Zertifikat, dem dieser Server nicht vertraut, wird akzeptiert.',
  sign: 'Mit DKIM signieren',
  signHint: 'Aus: Das Relay muss mit einem Schlüssel der Domain signieren.',
  provider: 'Anbieter',
  providerHint:
    'Wählen Sie ihn, wenn Sie ihn unter einem eigenen Hostnamen erreichen. Nur so lassen sich seine Meldungen zuordnen.',
} satisfies Translation<typeof texts.smtpTexts>

const services: Record<OAuthService, string> = {
  microsoft: 'Microsoft 365',
  google: 'Google',
  other: 'Ein anderer',
}

const serviceHints: Record<OAuthService, string | undefined> = {
  microsoft:
    'Host smtp.office365.com. Ersetzen Sie <tenant> in der URL durch die Verzeichnis-ID Ihrer Organisation.',
  google:
    'Host smtp.gmail.com, mit dem Refresh-Token eines Benutzers, der https://mail.google.com/ erlaubt hat.',
  other: undefined,
}

export const oauthTexts = {
  services,
  serviceHints,
  service: 'Tokens kommen von',
  tokenUrl: 'Token-URL',
  clientId: 'Client-ID',
  clientSecret: 'Client-Secret',
  keepSecrets:
    'Lassen Sie dieses Feld und das Refresh-Token leer, um die gespeicherten zu behalten. Beide müssen neu angegeben werden, wenn sich der Server oder etwas an OAuth 2 ändert.',
  refreshToken: 'Refresh-Token',
  refreshTokenHint: 'Leer: Die Anwendung meldet sich selbst an.',
  scope: 'Scope',
} satisfies Translation<typeof texts.oauthTexts>
