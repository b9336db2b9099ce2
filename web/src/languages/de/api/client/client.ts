import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../api/client/client.texts.ts'

// TEMPLATE_SYNTAX has none: its message names the line and the column.
const PROBLEMS: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'Die Anfrage kann nicht gelesen werden.',
  INVALID_REQUEST_BODY: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  INVALID_STATE: 'Das ist im jetzigen Zustand nicht möglich.',
  MISSING_AUTH: 'Der Anfrage fehlt ein API-Schlüssel.',
  INVALID_API_KEY: 'Der API-Schlüssel ist unbekannt, abgelaufen oder widerrufen.',
  UNAUTHORIZED: 'Sie sind nicht angemeldet, oder Ihre Sitzung ist beendet.',
  FORBIDDEN: 'Das ist Ihnen nicht erlaubt.',
  PROJECT_DISABLED: 'Dieses Projekt ist deaktiviert.',
  PROJECT_MOVED: 'Dieses Projekt ist auf eine andere Installation umgezogen.',
  DOMAIN_NOT_VERIFIED: 'Die Domain des Absenders ist in diesem Projekt nicht bestätigt.',
  CONTACT_NOT_FOUND: 'Diesen Kontakt gibt es nicht.',
  TEMPLATE_NOT_FOUND: 'Diese Vorlage gibt es nicht.',
  SEGMENT_NOT_FOUND: 'Dieses Segment gibt es nicht.',
  CAMPAIGN_NOT_FOUND: 'Diese Kampagne gibt es nicht.',
  WORKFLOW_NOT_FOUND: 'Diesen Workflow gibt es nicht.',
  DOMAIN_NOT_FOUND: 'Diese Domain gibt es nicht.',
  RESOURCE_NOT_FOUND: 'Das gibt es nicht, oder nicht mehr.',
  METHOD_NOT_ALLOWED: 'Diese Anfrage wird hier nicht unterstützt.',
  CONFLICT: 'Das steht im Widerspruch zu etwas, das es schon gibt.',
  RESOURCE_IN_USE: 'Das wird noch verwendet.',
  COUPON_UNAVAILABLE: 'Für diese E-Mail gibt es keinen Gutscheincode mehr.',
  IDEMPOTENCY_KEY_REUSED: 'Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet.',
  IDEMPOTENCY_IN_PROGRESS: 'Dieselbe Anfrage läuft noch.',
  REQUEST_TIMEOUT: 'Die Anfrage ist nicht rechtzeitig angekommen.',
  PAYLOAD_TOO_LARGE: 'Das ist zu groß.',
  VALIDATION_ERROR: 'Einige Angaben sind ungültig.',
  RATE_LIMIT_EXCEEDED: 'Zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
  INTERNAL_SERVER_ERROR: 'Auf dem Server ist etwas schiefgegangen.',
  SERVICE_UNAVAILABLE: 'Der Server startet gerade, wird beendet oder erreicht seine Datenbank nicht.',
  INVALID_EMAIL_OR_PASSWORD: 'Die Adresse oder das Passwort ist falsch.',
  INVALID_PASSWORD: 'Das Passwort ist falsch.',
  INVALID_CODE: 'Der Code ist falsch.',
  INVALID_BACKUP_CODE: 'Der Ersatzcode ist falsch oder schon verwendet.',
}

export const clientTexts = {
  offline: 'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung; die Seite versucht es von selbst erneut.',
  problem: (code: string, message: string) => PROBLEMS[code] ?? message,
  status: (status: number) => `Der Server hat mit Status ${status} geantwortet.`,
} satisfies Translation<typeof texts.clientTexts>
