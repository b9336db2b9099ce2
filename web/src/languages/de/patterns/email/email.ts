import type { Email, EmailStatus } from '../../../../api/sending/emails.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/email/email.texts.ts'

const statuses: Record<EmailStatus, string> = {
  QUEUED: 'In der Warteschlange',
  SCHEDULED: 'Geplant',
  SENDING: 'Wird gesendet',
  SENT: 'Gesendet',
  DELIVERED: 'Zugestellt',
  DEFERRED: 'Aufgeschoben',
  BOUNCED: 'Unzustellbar',
  COMPLAINED: 'Beschwerde',
  FAILED: 'Fehlgeschlagen',
  SUPPRESSED: 'Gesperrt',
  CANCELLED: 'Abgebrochen',
}

const sources: Record<Email['source'], string> = {
  TRANSACTIONAL: 'API',
  CAMPAIGN: 'Kampagne',
  WORKFLOW: 'Workflow',
  TEST: 'Test',
  PROBE: 'Feedback-Test',
}

/** Reasons that are a word of the API, in plain words; others are sentences already. */
const reasons: Record<string, string> = {
  unsubscribed: 'Der Kontakt hat sich abgemeldet.',
  not_subscribed: 'Der Kontakt hatte nie ein Abonnement.',
  not_in_topic: 'Der Kontakt ist nicht im Thema dieser E-Mail.',
  control_group: 'Der Kontakt ist in der Kontrollgruppe, die keine Marketing-E-Mails bekommt.',
  topic_deleted: 'Das Thema dieser E-Mail wurde gelöscht.',
  frequency_cap: 'Die Häufigkeitsgrenze hielt sie zu lange zurück.',
  coupon_list_empty: 'Die Gutscheinliste hatte keinen freien Code für diesen Kontakt.',
  coupon_list_missing: 'Die Gutscheinliste, die die E-Mail nennt, gibt es nicht.',
  paused: 'Der Kontakt hat Marketing-E-Mails pausiert.',
  hard_bounce: 'Die Adresse ist gesperrt: Eine E-Mail an sie kam zurück.',
  soft_bounces: 'Die Adresse ist gesperrt: Mehrere E-Mails an sie kamen zurück.',
  complaint: 'Die Adresse ist gesperrt: Der Empfänger hat sich beschwert.',
  manual: 'Die Adresse ist auf der Sperrliste.',
}

const heldFor: Record<NonNullable<Email['heldFor']>, string> = {
  cap: 'Von der Häufigkeitsgrenze zurückgehalten',
  quiet_hours: 'Wegen der Ruhezeiten zurückgehalten',
}

export const emailTexts = {
  statuses,
  sources,
  reason: (reason: string) => reasons[reason] ?? reason,
  heldFor,
  held: 'Zurückgehalten',
  until: 'bis',
  heldHints: {
    cap: 'Der Kontakt hat so viele Marketing-E-Mails bekommen, wie das Projekt erlaubt.',
    quiet_hours:
      'Das Projekt sendet um diese Zeit keine Marketing-E-Mails. Die E-Mail geht hinaus, wenn die Ruhezeiten enden.',
  },
  limits: 'Versandgrenzen',
  view: 'Ansichten der E-Mail',
  tabs: { html: 'HTML', text: 'Text', headers: 'Header', source: 'Quelltext', attachments: 'Anhänge' },
  preview: 'Die E-Mail, wie ihr Empfänger sie sieht',
  phone: 'Handybreite',
  desktop: 'Volle Breite',
  showImages: 'Bilder von außen laden',
  hideImages: 'Bilder von außen blockieren',
  noHtml: 'Diese E-Mail hat keinen HTML-Teil.',
  noText: 'Diese E-Mail hat keinen Textteil.',
  noSource: 'Der Quelltext wird nur bei E-Mails im eingebauten Posteingang aufbewahrt.',
  noAttachments: 'Diese E-Mail hat keine Anhänge.',
  download: 'Herunterladen',
  downloadName: (name: string) => `${name} herunterladen`,
  header: 'Header',
  value: 'Wert',
  noSubject: '(kein Betreff)',
  timeline: 'Verlauf',
  engagement: { opened: 'Geöffnet', clicked: 'Geklickt' },
  origins: { campaign: 'Kampagne', workflow: 'Workflow', template: 'Vorlage' },
  originDeleted: 'Gelöscht',
  events: {
    queued: ['In der Warteschlange', 'Angenommen; wartet auf den Versand.'],
    scheduled: ['Geplant', 'Wird zur gewählten Zeit gesendet.'],
    held: ['Zurückgehalten', 'Die Versandgrenzen des Projekts halten sie zurück.'],
    rescheduled: ['Verschoben', 'Die Zeit wurde geändert.'],
    sent: ['Gesendet', 'Der nächste Mailserver hat sie angenommen.'],
    delivered: ['Zugestellt', 'Sie ist im Postfach.'],
    deferred: ['Aufgeschoben', 'Der andere Server bat, es später erneut zu versuchen.'],
    delayed: ['Verzögert', 'Der andere Server versucht es noch.'],
    bounced: ['Unzustellbar', 'Der andere Server hat sie endgültig abgelehnt.'],
    complained: ['Beschwerde', 'Der Empfänger hat sie als Spam gemeldet.'],
    unsubscribed: ['Abgemeldet', 'Der Empfänger hat sich abgemeldet.'],
    opened: ['Geöffnet', 'Vielleicht hat das E-Mail-Programm des Empfängers das von selbst getan.'],
    clicked: ['Geklickt', 'Ein Link wurde geöffnet.'],
    failed: ['Fehlgeschlagen', 'Sie konnte nicht gesendet werden.'],
    suppressed: ['Gesperrt', 'Dieser Empfänger bekommt keine E-Mails.'],
    cancelled: ['Abgebrochen', 'Sie wurde vor dem Versand abgebrochen.'],
    erased: ['Entfernt', 'Der Kontakt wurde gelöscht, und mit ihm, was die E-Mail sagte.'],
  } as Record<string, readonly [string, string] | undefined>,
} satisfies Translation<typeof texts.emailTexts>
