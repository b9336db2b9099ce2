import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type { Flag } from '../../../../pages/verify/verify.texts.ts'
import type * as texts from '../../../../pages/verify/verify.texts.ts'

const flags: Record<Flag, { name: string; yes: string; no: string }> = {
  isTypo: {
    name: 'Tippfehler',
    yes: 'Die Domain ist eine falsche Schreibweise eines bekannten Anbieters.',
    no: 'Die Domain ist keine bekannte falsche Schreibweise.',
  },
  domainExists: {
    name: 'Domain',
    yes: 'Laut DNS gibt es die Domain.',
    no: 'Laut DNS gibt es die Domain nicht.',
  },
  hasMxRecords: {
    name: 'Nimmt E-Mails an',
    yes: 'Die Domain nennt Server, die E-Mails annehmen (MX-Einträge).',
    no: 'Die Domain nennt keine Server, die E-Mails annehmen (MX-Einträge).',
  },
  isDisposable: {
    name: 'Wegwerfadresse',
    yes: 'Eine Wegwerfadresse: Morgen liest sie niemand mehr.',
    no: 'Die Domain ist nicht für Wegwerfadressen bekannt.',
  },
  isAlias: {
    name: 'Weiterleitung',
    yes: 'Die Domain leitet E-Mails an ein anderes Postfach weiter.',
    no: 'Die Domain ist nicht für Weiterleitungen bekannt.',
  },
  isPlusAddressed: {
    name: 'Zusatz',
    yes: 'Hat einen Zusatz nach einem Pluszeichen, wie in ann+news: dasselbe Postfach wie ohne ihn.',
    no: 'Hat keinen Zusatz nach einem Pluszeichen.',
  },
  isPersonalEmail: {
    name: 'Privat',
    yes: 'Ein Postfach bei einem öffentlichen Anbieter, also wohl eine Person und kein Unternehmen.',
    no: 'Nicht bei einem öffentlichen Postfachanbieter.',
  },
  hasWebsite: {
    name: 'Website',
    yes: 'Die Domain oder ihr www führt zu einem Server.',
    no: 'Unter der Domain wurde keine Website gefunden.',
  },
}

export const verify = {
  title: 'Adressen prüfen',
  text: 'Prüft die Form einer Adresse, Tippfehler, Wegwerfdomains und das DNS. Es wird keine E-Mail gesendet.',
  tabs: { one: 'Eine Adresse', many: 'Viele Adressen' },
  address: 'Adresse',
  check: 'Prüfen',
  valid: 'Kann E-Mails empfangen',
  invalid: 'Kann keine E-Mails empfangen',
  suggestion: 'Meinten Sie',
  takeSuggestion: (address: string) => `Stattdessen ${address} prüfen`,
  findings: 'Was gefunden wurde',
  flagList: 'Jede Prüfung',
  yes: 'Ja',
  no: 'Nein',
  flags,
  many: {
    tooMany: (most: string) => `Höchstens ${most} auf einmal.`,
    check: (count: number) => `${plural(count, 'Adresse', 'Adressen')} prüfen`,
    checkNone: 'Prüfen',
    stop: 'Stoppen',
    progress: 'Adressen, die geprüft werden',
    summary: (valid: string, invalid: string) => `${valid} können E-Mails empfangen, ${invalid} nicht`,
    results: 'Ergebnisse',
    download: 'Als CSV herunterladen',
    columns: { email: 'Adresse', verdict: 'Urteil', notes: 'Hinweise', suggestion: 'Meinten Sie' },
    good: 'Gültig',
    bad: 'Ungültig',
    failed: 'Nicht geprüft',
  },
} satisfies Translation<typeof texts.verify>
