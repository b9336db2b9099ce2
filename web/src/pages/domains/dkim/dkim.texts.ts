import { translatable } from '../../../i18n/translatable.ts'

export const dkimTexts = translatable('pages/domains/dkim/dkim', 'dkimTexts', {
  title: 'DKIM key',
  byTxt: 'The key is in a TXT record of the domain. A new key needs a new record.',
  byAlias: (zone: string) =>
    `Two aliases lead to the zone ${zone} of this server. A new key needs no change of the domain’s DNS.`,
  change: 'Change the key',
  dialog: {
    title: 'Another DKIM key',
    text: 'It signs as soon as it is found in DNS; until then the current key does. Leave the old record for 7 days more.',
    unused: 'It replaces the current key at once, because nothing was signed with that one yet.',
    way: 'Where it is published',
    ways: {
      txt: { label: 'TXT record', hint: 'At the domain. Each new key needs a new record.' },
      cname: {
        label: 'Two CNAME records',
        hint: 'They lead to a zone of this server, whose operator publishes the key.',
      },
    },
    selector: 'Selector (optional)',
    selectorHint: 'Letters, digits and hyphens. Empty: a new one.',
    privateKey: 'Private key (optional)',
    privateKeyHint:
      'An RSA key of your own as PEM, without a passphrase. It is stored encrypted and never shown again. Empty: a new key.',
    add: 'Add the key',
  },
  added: {
    txt: 'Publish the new record. It signs as soon as it is found in DNS.',
    cname: 'Publish the aliases, unless they are there. The operator of this server publishes the key.',
  },
})
