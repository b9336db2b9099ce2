import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/postmaster/postmaster.texts.ts'

export const postmasterTexts = {
  title: 'Zahlen der Postfachanbieter',
  text: 'Google und Microsoft sagen, wie Ihre E-Mails bei ihren Nutzern ankommen.',
  google: 'Google Postmaster Tools',
  snds: 'Microsoft SNDS',
  states: {
    off: 'Nicht verbunden',
    waiting: 'Noch nicht gefragt',
    good: 'Funktioniert',
    failing: 'Scheitert',
  },
  connect: (setting: string) => `Setzen Sie ${setting}, um es zu verbinden.`,
  account: (address: string) => `${address} muss in den Postmaster Tools Nutzer jeder Domain sein.`,
  failingSince: 'Scheitert seit',
  lastSuccess: 'Letzte Antwort',
  domains: 'Domains des Kontos',
  domain: 'Domain',
  lastDay: 'Letzte Zahlen',
  unreadable: 'nicht lesbar',
  unused: 'hier nicht bestätigt',
  none: 'noch keine',
  addresses: 'Adressen bei Microsoft',
  address: 'Adresse',
  day: 'Tag',
  verdict: 'Urteil',
  verdicts: { green: 'Grün', yellow: 'Gelb', red: 'Rot' },
  complaints: 'Beschwerden',
  traps: 'Spamfallen',
  recipients: 'Empfänger',
  blocked: 'Microsoft sperrt diese Adressen:',
} satisfies Translation<typeof texts.postmasterTexts>
