import type { FeedbackProbe, KeyName, Provider } from '../../../../api/connections/feedback.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/feedback/feedback.texts.ts'

export const providerNames = {
  ses: 'Amazon SES',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  resend: 'Resend',
  brevo: 'Brevo',
  mailjet: 'Mailjet',
  sparkpost: 'SparkPost',
  custom: 'Ein anderer',
} satisfies Translation<typeof texts.providerNames>

const setUp: Record<Provider, string> = {
  ses: 'Erstellen Sie in SNS ein Standard-Topic mit einem HTTPS-Abonnement dieser URL und lassen Sie „raw message delivery“ aus. Wählen Sie in SES das Topic als Ziel der Ereignisse eines Configuration Set.',
  sendgrid:
    'Öffnen Sie bei SendGrid Settings, Mail Settings, Event Webhook, fügen Sie die URL ein und kreuzen Sie Delivered, Deferred, Bounced, Dropped, Spam Reports und Unsubscribed an. Schalten Sie den signierten Event Webhook ein und hinterlegen Sie seinen Prüfschlüssel hier.',
  mailgun:
    'Öffnen Sie bei Mailgun Sending, Webhooks und fügen Sie die URL für Delivered Messages, Permanent Failure, Temporary Failure, Spam Complaints und Unsubscribes hinzu. Hinterlegen Sie den HTTP webhook signing key hier.',
  postmark:
    'Öffnen Sie bei Postmark den Message Stream, Webhooks, fügen Sie die URL hinzu und kreuzen Sie Delivery, Bounce, Spam complaint und Subscription change an.',
  resend:
    'Öffnen Sie bei Resend Webhooks und fügen Sie einen Endpunkt mit der URL und den Ereignissen email.delivered, email.delivery_delayed, email.bounced, email.complained, email.failed und email.suppressed hinzu. Hinterlegen Sie sein Signing Secret hier.',
  brevo:
    'Öffnen Sie bei Brevo Transactional, Settings, Webhook und fügen Sie die URL für delivered, deferred, soft bounce, hard bounce, blocked, invalid email, error, complaint und unsubscribed hinzu.',
  mailjet:
    'Öffnen Sie bei Mailjet Account settings, Event notifications und fügen Sie die URL für sent, bounce, spam, blocked und unsub hinzu.',
  sparkpost:
    'Öffnen Sie bei SparkPost Configuration, Webhooks und fügen Sie die URL mit den Ereignissen delivery, delay, bounce, out of band, policy rejection, spam complaint, list unsubscribe und link unsubscribe hinzu.',
  custom:
    'Lassen Sie das Relay seine Meldungen an die URL senden, in der Form, die docs/providers.md beschreibt.',
}

const keys: Record<KeyName, string> = {
  sendgrid: 'SendGrid: Prüfschlüssel',
  mailgun: 'Mailgun: Signaturschlüssel',
  resend: 'Resend: Signing Secret',
  'sns-topic': 'Amazon SNS: ARN des Topics',
  'basic-auth': 'Benutzer und Passwort',
}

const keyHints: Record<KeyName, string> = {
  sendgrid: 'Des signierten Event Webhook.',
  mailgun: 'Der HTTP webhook signing key.',
  resend: 'Es beginnt mit whsec_.',
  'sns-topic': 'Ohne ihn wird das erste Topic gemerkt, das etwas meldet.',
  'basic-auth': 'Als Benutzer:Passwort, für Anbieter ohne Signaturen. Tragen Sie dort beides in die URL ein.',
}

const probeKinds: Record<FeedbackProbe['kind'], string> = {
  delivered: 'Zustellung',
  bounced: 'Bounce',
  complained: 'Spam-Beschwerde',
}

const probeStates: Record<FeedbackProbe['state'], string> = {
  waiting: 'Wartet auf den Versand',
  accepted: 'Gesendet, noch keine Meldung',
  reported: 'Gemeldet',
  failed: 'Nicht gesendet',
}

export const feedbackTexts = {
  title: 'Feedback',
  text: 'Der Anbieter meldet Zustellungen, Bounces und Beschwerden an diese URL. Sie ist geheim: Wer sie kennt, kann melden.',
  url: 'Feedback-URL',
  copyUrl: 'URL kopieren',
  placeholder:
    'Ersetzen Sie {provider} durch den Namen des Anbieters, oder nennen Sie ihn in den Einstellungen.',
  provider: 'Anbieter',
  unknownProvider: 'Am Host nicht erkannt',
  last: 'Letzte Meldung',
  none: 'Noch kam keine Meldung.',
  setUp,
  unknownSetUp:
    'Wenn der Betreiber des Relays melden kann, nennen Sie den Anbieter in den Einstellungen und fügen Sie die URL dort ein. Bounces, die per E-Mail zurückkommen, werden auch ohne sie gelesen.',
  thenProve: 'Prüfen Sie dann unten, ob Meldungen ankommen.',
  proving: {
    title: 'Meldungen prüfen',
    text: 'Sendet E-Mails an die Adressen, unter denen der Anbieter eine Zustellung, einen Bounce und eine Beschwerde simuliert, soweit er das tut, oder sonst eine an Sie. Sie zählen nirgends.',
    button: 'Meldungen prüfen',
    again: 'Erneut prüfen',
    list: 'Meldungen der letzten Prüfung',
    kinds: probeKinds,
    states: probeStates,
  },
  keys: 'Schlüssel',
  keysText:
    'Der Anbieter beweist seine Meldungen damit. Sie werden verschlüsselt gespeichert und nie angezeigt.',
  keyNames: keys,
  keyHints,
  noKeys: 'Keiner ist hinterlegt.',
  setKey: 'Schlüssel hinterlegen',
  setting: {
    title: 'Schlüssel hinterlegen',
    text: 'Ein Schlüssel derselben Art wird ersetzt.',
    name: 'Art',
    value: 'Schlüssel',
    submit: 'Schlüssel hinterlegen',
    done: 'Der Schlüssel ist hinterlegt.',
  },
  removeKey: (name: string) => `Entfernen: ${name}`,
  removing: {
    title: 'Diesen Schlüssel entfernen?',
    text: 'Meldungen werden nicht mehr damit bewiesen. Um ihn wieder zu hinterlegen, brauchen Sie seinen Wert.',
    submit: 'Schlüssel entfernen',
    done: 'Der Schlüssel wurde entfernt.',
  },
  rotating: {
    button: 'URL austauschen',
    title: 'Feedback-URL austauschen?',
    text: 'Sie bekommen eine neue. Fügen Sie sie in die Einstellungen des Anbieters ein, solange die alte noch funktioniert.',
    grace: 'Die alte URL funktioniert noch',
    submit: 'URL austauschen',
  },
  rotated: {
    title: 'Die neue Feedback-URL',
    text: 'Fügen Sie sie in die Einstellungen des Anbieters ein.',
    gone: 'Diese Antwort wurde schon gegeben, deshalb steht die URL nicht darin. Die Karte zeigt sie.',
    label: 'Die neue URL',
    copy: 'Neue URL kopieren',
    done: 'Fertig',
    until: (time: string) => `Die alte URL funktioniert bis ${time}.`,
    ended: 'Die alte URL funktioniert nicht mehr.',
  },
} satisfies Translation<typeof texts.feedbackTexts>
