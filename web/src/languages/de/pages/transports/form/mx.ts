import { receiverNames } from '../../../patterns/destinations/receivers.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/transports/form/mx.texts.ts'

export const mxTexts = {
  about:
    'E-Mails gehen ohne Anbieter direkt an die Mailserver der Empfänger. Ihre Reputation ist die der Adressen dieses Servers. Testen Sie den Versandweg, bevor Sie senden: Die meisten Netze sperren Port 25, bis jemand darum bittet.',
  localAddresses: 'Adressen, von denen gesendet wird',
  localAddressesHint:
    'IP-Adressen dieses Servers, eine pro Zeile. E-Mails gehen abwechselnd von ihnen hinaus. Leer: Das System wählt.',
  warmUp: 'Neue Adressen aufwärmen',
  warmUpHint:
    'Jede Adresse beginnt mit 50 E-Mails pro Tag und Empfängerserver und sendet vier Wochen lang jeden Tag die Hälfte mehr. Der Rest wartet.',
  port: 'Port',
  portHint: 'Mailserver hören auf 25.',
} satisfies Translation<typeof texts.mxTexts>

export const limitTexts = {
  title: 'Grenzen der Empfängerserver',
  text: 'Für alle Knoten zusammen. Was Sie leer lassen, folgt den üblichen Grenzen eines Empfängerservers. Ein Server, der weniger will, sagt es und bekommt weniger.',
  receivers: receiverNames,
  columns: { receiver: 'Empfängerserver', connections: 'Verbindungen', perMinute: 'E-Mails pro Minute' },
  connectionsTo: (receiver: string) => `Verbindungen: ${receiver}`,
  perMinuteTo: (receiver: string) => `E-Mails pro Minute: ${receiver}`,
  usual: 'Üblich',
  add: 'Grenzen eines Empfängerservers ändern',
  remove: (receiver: string) => `Übliche Grenzen verwenden: ${receiver}`,
} satisfies Translation<typeof texts.limitTexts>
