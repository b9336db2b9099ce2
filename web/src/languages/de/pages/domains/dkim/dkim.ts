import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/domains/dkim/dkim.texts.ts'

export const dkimTexts = {
  title: 'DKIM-Schlüssel',
  byTxt:
    'Der Schlüssel steht in einem TXT-Eintrag der Domain. Ein neuer Schlüssel braucht einen neuen Eintrag.',
  byAlias: (zone: string) =>
    `Zwei Aliasse führen in die Zone ${zone} dieses Servers. Ein neuer Schlüssel braucht keine Änderung am DNS der Domain.`,
  change: 'Schlüssel ändern',
  dialog: {
    title: 'Anderer DKIM-Schlüssel',
    text: 'Er signiert, sobald er im DNS gefunden wird; bis dahin signiert der jetzige. Lassen Sie den alten Eintrag noch 7 Tage stehen.',
    unused: 'Er ersetzt den jetzigen Schlüssel sofort, denn mit diesem wurde noch nichts signiert.',
    way: 'Wo er veröffentlicht wird',
    ways: {
      txt: {
        label: 'TXT-Eintrag',
        hint: 'Bei der Domain. Jeder neue Schlüssel braucht einen neuen Eintrag.',
      },
      cname: {
        label: 'Zwei CNAME-Einträge',
        hint: 'Sie führen in eine Zone dieses Servers, dessen Betreiber den Schlüssel veröffentlicht.',
      },
    },
    selector: 'Selektor (optional)',
    selectorHint: 'Buchstaben, Ziffern und Bindestriche. Leer: ein neuer.',
    privateKey: 'Privater Schlüssel (optional)',
    privateKeyHint:
      'Ein eigener RSA-Schlüssel als PEM, ohne Passphrase. Er wird verschlüsselt gespeichert und nie wieder angezeigt. Leer: ein neuer Schlüssel.',
    add: 'Schlüssel hinzufügen',
  },
  added: {
    txt: 'Veröffentlichen Sie den neuen Eintrag. Er signiert, sobald er im DNS gefunden wird.',
    cname:
      'Veröffentlichen Sie die Aliasse, falls sie noch fehlen. Der Betreiber dieses Servers veröffentlicht den Schlüssel.',
  },
} satisfies Translation<typeof texts.dkimTexts>
