import type { TransportType } from '../../../../../../src/features/transports/transports.values.ts'
import { plural } from '../../../../format/plural.ts'
import { providerNames } from '../../patterns/feedback/feedback.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/transports/transports.texts.ts'

const types: Record<TransportType, string> = {
  smtp: 'SMTP-Relay',
  ses: 'Amazon SES',
  mx: 'Eigene Zustellung',
}

export const transports = {
  title: 'Versandwege',
  list: 'Versandwege dieses Projekts, neueste zuerst',
  count: (count: number) => plural(count, 'Versandweg', 'Versandwege'),
  add: 'Versandweg hinzufügen',
  columns: { name: 'Name', server: 'Server', state: 'Status', domains: 'Domains' },
  noDomains: 'Keine',
  defaultDomains: 'Alle, die keinen nennen',
  empty: {
    title: 'Keine eigenen Versandwege',
    text: 'E-Mails gehen über den Versandweg dieses Servers hinaus. Fügen Sie einen eigenen hinzu, um über ein Relay zu senden, bei dem Sie ein Konto haben, oder um einen zweiten zu haben, der übernimmt, wenn der erste nicht funktioniert.',
  },
  calls: {
    list: 'Liste',
    create: 'Erstellen',
    read: 'Lesen',
    test: 'Test',
    feedback: 'Feedback-URL',
    destinations: 'Ziele',
  },
  types,
  providers: providerNames,
  form: {
    title: 'Versandweg hinzufügen',
    text: 'Ein Mailserver, ein Konto bei Amazon SES oder eigene Zustellung, für die E-Mails dieses Projekts. Passwörter und Schlüssel werden verschlüsselt gespeichert und nie angezeigt.',
    name: 'Name',
    type: 'Typ',
    isDefault: 'Standard für Domains, die keinen nennen',
    isDefaultHint: 'Nur ein Versandweg eines Projekts ist der Standard.',
    advanced: 'Erweiterte Einstellungen',
    rate: 'E-Mails pro Sekunde',
    rateHint: '0: keine Grenze. Leer: die Rate, die der Betreiber eingestellt hat.',
    rateStoredHint: '0: keine Grenze.',
    connections: 'Verbindungen pro Knoten',
    connectionsToReceiver: 'Verbindungen pro Empfängerserver',
    connectionsHint: 'Leer: 10.',
    number: 'Muss eine Zahl sein',
    submit: 'Versandweg hinzufügen',
    save: 'Speichern',
    saved: 'Der Versandweg wurde gespeichert. E-Mails gehen in Sekunden mit den neuen Einstellungen hinaus.',
  },
  detail: {
    settings: 'Einstellungen',
    failing: (reason: string) => `Dieser Versandweg funktioniert nicht: ${reason}.`,
    since: (time: string) => `Seit ${time}.`,
    waits:
      'E-Mails warten oder gehen über den nächsten Versandweg ihrer Domain hinaus. Es wird von selbst erneut versucht.',
    test: 'Verbindung testen',
    reply: 'Der Server sagte:',
    domains: 'Domains',
    noDomains: 'Keine Domain nennt diesen Versandweg. Wählen Sie ihn auf der Seite einer Domain.',
    noDomainsDefault: 'Keine Domain nennt diesen Versandweg. Er sendet für alle Domains, die keinen nennen.',
    facts: 'Details',
    id: 'Versandweg-ID',
    copyId: 'Versandweg-ID kopieren',
    added: 'Hinzugefügt',
    changed: 'Geändert',
    delete: 'Löschen',
    deleting: {
      title: (name: string) => `„${name}“ löschen?`,
      text: 'Sein Passwort oder Schlüssel und seine Feedback-URL werden mit ihm gelöscht. Das lässt sich nicht rückgängig machen.',
      submit: 'Versandweg löschen',
      cancel: 'Behalten',
      done: 'Der Versandweg wurde gelöscht.',
    },
  },
} satisfies Translation<typeof texts.transports>
