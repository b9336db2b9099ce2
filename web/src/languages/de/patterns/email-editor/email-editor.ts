import { formatCount } from '../../../../format/number.ts'
import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/email-editor/email-editor.texts.ts'

export const emailEditor = {
  code: 'Inhalt der E-Mail, HTML oder MJML mit Liquid',
  codeHint: 'HTML oder MJML, mit Liquid',
  layout: {
    subject: 'Betreff',
    previewText: 'Vorschautext',
    previewTextHint: 'Steht im Posteingang nach dem Betreff',
    panes: 'Neben dem Code',
  },
  preview: {
    title: 'Vorschau der E-Mail',
    as: 'Zeigen',
    asOptions: { empty: 'Ohne Werte', contact: 'Als ein Kontakt', json: 'Mit eigenen Werten' },
    contact: 'Adresse des Kontakts',
    contactHint: 'Adresse eingeben',
    noContact: 'Es gibt keinen Kontakt mit dieser Adresse.',
    previous: 'Vorheriger Kontakt',
    next: 'Nächster Kontakt',
    place: (place: number, total: number) => `${formatCount(place)} von ${formatCount(total)}`,
    nobody: 'Es gibt niemanden zu zeigen.',
    inbox: 'Im Posteingang',
    noSender: '(kein Absender)',
    noPreview: '(kein Vorschautext)',
    json: 'Werte als JSON',
    badJson: 'Das ist kein JSON-Objekt.',
    desktop: 'Computer',
    phone: 'Handy',
    dark: 'Dunkler Modus',
    text: 'Reiner Text',
    noSubject: '(kein Betreff)',
    darkHint: 'E-Mail-Apps mit dunklem Modus ändern die Farben von E-Mails ohne eigene dunkle Farben.',
  },
  suppressed: {
    address: 'Diese Adresse',
    says: (reason: string) => `bekommt nichts: ${reason}.`,
    reasons: {
      unsubscribed: 'ihr Kontakt hat sich abgemeldet',
      not_subscribed: 'ihr Kontakt hatte nie ein Abonnement',
      paused: 'ihr Kontakt möchte eine Weile keine Marketing-E-Mails',
      not_in_topic: 'ihr Kontakt ist nicht im Thema',
      hard_bounce: 'sie ist gesperrt, weil eine E-Mail an sie zurückkam',
      soft_bounces: 'sie ist gesperrt, weil mehrere E-Mails an sie zurückkamen',
      complaint: 'sie ist wegen einer Beschwerde gesperrt',
      manual: 'sie ist auf der Sperrliste',
    },
  },
  problems: {
    noProblems: 'Keine Probleme',
    count: (count: number) => plural(count, 'Problem', 'Probleme'),
    hints: (count: number) => plural(count, 'Hinweis', 'Hinweise'),
    none: {
      title: 'Nichts zu beheben',
      text: 'In dieser E-Mail wurden keine Probleme gefunden.',
    },
    missing: (names: string) => `Kein Wert für ${names} in dieser Vorschau; er wird weggelassen.`,
    missingFor: (name: string, missing: number, contacts: number) =>
      `${name} fehlt bei ${formatCount(missing)} von ${formatCount(contacts)}.`,
    notCounted: 'Die Kontakte ohne diese Werte zu zählen, dauert zu lange.',
    fallback: 'Ersatz hinzufügen',
    fallbackFor: (name: string) => `Ersatz für ${name} hinzufügen`,
    fallbackText: 'Wenn es leer ist, schreiben',
    addFallback: 'Hinzufügen',
    block: (place: number) => `Block ${place}`,
    show: (line: number) => `Zeile ${line} zeigen`,
    levels: { error: 'Fehler', warning: 'Warnung', info: 'Hinweis' },
  },
} satisfies Translation<typeof texts.emailEditor>
