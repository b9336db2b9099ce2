import { receiverNames } from '../../../patterns/destinations/receivers.texts.ts'
import { translatable } from '../../../i18n/translatable.ts'

export const mxTexts = translatable('pages/transports/form/mx', 'mxTexts', {
  about:
    'Email goes to the mail servers of its recipients, without a provider. Its reputation is that of the addresses of this server. Test the transport before you send: most networks block port 25 until somebody asks for it.',
  localAddresses: 'Addresses to send from',
  localAddressesHint:
    'IP addresses of this server, one per line. They take turns sending email. Empty: the system chooses.',
  warmUp: 'Warm up new addresses',
  warmUpHint:
    'Each address begins with 50 emails per day and receiver, and sends half as much more each day for four weeks. The rest waits.',
  port: 'Port',
  portHint: 'Mail servers listen on 25.',
})

export const limitTexts = translatable('pages/transports/form/mx', 'limitTexts', {
  title: 'Limits of receivers',
  text: 'For all nodes together. The usual limits of a receiver apply to what you leave empty. A receiver that wants less says so, and gets less.',
  receivers: receiverNames,
  columns: { receiver: 'Receiver', connections: 'Connections', perMinute: 'Emails per minute' },
  connectionsTo: (receiver: string) => `Connections: ${receiver}`,
  perMinuteTo: (receiver: string) => `Emails per minute: ${receiver}`,
  usual: 'Usual',
  add: 'Change limits of a receiver',
  remove: (receiver: string) => `Use the usual limits: ${receiver}`,
})
