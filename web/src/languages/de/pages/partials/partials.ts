import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/partials/partials.texts.ts'

export const partialTexts = {
  title: 'Bausteine',
  list: 'Bausteine, neueste zuerst',
  count: (count: number) => plural(count, 'Baustein', 'Bausteine'),
  create: 'Neuer Baustein',
  columns: { name: 'Baustein', tag: 'In E-Mails', uses: 'Verwendet von', updated: 'Geändert' },
  copyTag: (key: string) => `Tag von ${key} kopieren`,
  uses: (count: number) => (count === 0 ? 'Nirgends' : plural(count, 'Eintrag', 'Einträge')),
  empty: {
    title: 'Noch keine Bausteine',
    text: 'Ein Baustein ist ein Stück Inhalt, das mehrere E-Mails gemeinsam haben, etwa ein Kopf oder eine rechtliche Fußzeile. Ändern Sie ihn einmal, und jede Vorlage, die ihn enthält, folgt.',
  },
  calls: { list: 'Bausteine auflisten', read: 'Baustein lesen', update: 'Baustein ändern' },
  form: {
    title: 'Neuer Baustein',
    text: 'Sie schreiben ihn danach.',
    name: 'Name',
    nameHint: 'Für Sie und Ihre Kollegen.',
    key: 'Schlüssel',
    keyHint: 'So heißt der Baustein in E-Mails. Er lässt sich später nicht ändern.',
    create: 'Baustein erstellen',
    created: 'Der Baustein wurde erstellt.',
    body: '<p>Neuer Baustein</p>',
  },
  editor: {
    tag: 'In E-Mails:',
    save: 'Speichern',
    saved: (version: number, uses: number) =>
      uses === 0
        ? `Als Version ${version} gespeichert.`
        : `Als Version ${version} gespeichert. Was ihn verwendet, folgt: ${plural(uses, 'Eintrag', 'Einträge')}.`,
    states: {
      saved: (version: number) => `Version ${version}`,
      dirty: 'Nicht gespeicherte Änderungen, in diesem Browser aufbewahrt',
      readOnly: 'Schreibgeschützt',
    },
    panes: { preview: 'Vorschau', problems: 'Probleme', uses: 'Verwendet von', versions: 'Versionen' },
    conflict: {
      text: (version: number) =>
        `Version ${version} wurde anderswo gespeichert, während Sie daran gearbeitet haben.`,
      title: 'Was Sie an der gespeicherten Version ändern würden',
      diff: 'Von der gespeicherten Version zu Ihrer',
    },
  },
  usedBy: {
    text: 'Eine Änderung erreicht die Vorlagen, die den Baustein enthalten, in Sekunden. Kampagnen übernehmen sie beim Start; bereits angenommene E-Mails behalten, was sie haben.',
    more: (count: number) => `Und ${plural(count, 'weiterer Eintrag', 'weitere Einträge')}.`,
  },
  versions: {
    choose: 'Vergleichen mit',
    option: (version: number) => `Version ${version}`,
    only: 'Bisher gibt es nur eine Version. Jede Änderung erzeugt eine neue.',
    diff: 'Von der gewählten Version zum Stand im Editor',
    same: 'Es ist dasselbe wie im Editor.',
    saved: 'Gespeichert',
    restore: 'Diese Version wiederherstellen',
    restored: (version: number) =>
      `Version ${version} ist im Editor. Speichern Sie, um sie zur aktuellen zu machen.`,
  },
  deleting: {
    button: 'Löschen',
    title: (name: string) => `„${name}“ löschen?`,
    text: 'Er wird mit allen Versionen gelöscht.',
    blocked: 'Er lässt sich nicht löschen, weil diese ihn enthalten:',
    blockedHint: 'Nehmen Sie ihn dort zuerst heraus.',
    cancel: 'Behalten',
    submit: 'Baustein löschen',
    done: 'Der Baustein wurde gelöscht.',
  },
} satisfies Translation<typeof texts.partialTexts>
