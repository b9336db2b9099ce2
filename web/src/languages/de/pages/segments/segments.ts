import type { Segment } from '../../../../api/audience/segments.ts'
import { formatCount } from '../../../../format/number.ts'
import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/segments/segments.texts.ts'

const types: Record<Segment['type'], string> = { DYNAMIC: 'Filter', STATIC: 'Liste' }

const people = (count: number) => plural(count, 'Person', 'Personen')

export const segments = {
  title: 'Segmente',
  list: 'Segmente dieses Projekts, neueste zuerst',
  count: (count: number) => plural(count, 'Segment', 'Segmente'),
  create: 'Neues Segment',
  createStatic: 'Neue Liste',
  types,
  columns: {
    name: 'Name',
    type: 'Art',
    members: 'Personen',
    tracked: 'Verfolgt',
    used: 'Verwendet von',
    changed: 'Geändert',
  },
  tracked: 'Verfolgt',
  notCounted: 'noch nicht gezählt',
  unused: 'Nirgends',
  usedMore: (name: string, more: number) => `${name} und ${more} weitere`,
  empty: {
    title: 'Noch keine Segmente',
    text: 'Ein Segment ist eine Gruppe von Personen: alle, die zu einem Filter passen, oder eine Liste von Adressen. Kampagnen und Workflows verwenden sie.',
  },
  calls: {
    list: 'Liste',
    create: 'Erstellen',
    preview: 'Vorschau',
    read: 'Lesen',
    members: 'Mitglieder',
    export: 'Exportieren',
    change: 'Ändern',
    add: 'Personen hinzufügen',
    explain: 'Erklären',
  },
  editor: {
    newTitle: 'Neues Segment',
    newStaticTitle: 'Neue Liste',
    name: 'Name',
    nameHint: 'Etwa „Kunden in Deutschland“.',
    description: 'Beschreibung',
    descriptionHint: 'Wofür es ist. Nur Personen dieses Projekts sehen es.',
    filter: 'Wer darin ist',
    matches: 'Wer passt',
    tracking: 'Aufzeichnen, wann Personen hinein- und hinauskommen',
    trackingHint:
      'Als Ereignisse segment.entered und segment.left, die Workflows und Webhooks verwenden können.',
    save: 'Speichern',
    create: 'Segment erstellen',
    createList: 'Liste erstellen',
    saveAsNew: 'Als neues Segment speichern',
    saved: 'Das Segment wurde gespeichert.',
    created: 'Das Segment wurde erstellt.',
    states: { dirty: 'Noch nicht gespeichert', readOnly: 'Schreibgeschützt' },
    savedAt: 'Gespeichert',
    unfinished: 'Einige Bedingungen sind unvollständig.',
    noConditions: 'Fügen Sie mindestens eine Bedingung hinzu.',
    deleted: {
      text: 'Jemand hat dieses Segment gelöscht.',
      hint: 'Was Sie geschrieben haben, ist nicht verloren: Speichern Sie es als neues Segment.',
    },
    conflict: 'Jemand anderes hat dieses Segment gespeichert, während Sie daran gearbeitet haben.',
  },
  facts: {
    title: 'Segment',
    id: 'Segment-ID',
    copyId: 'Segment-ID kopieren',
    kind: 'Art',
    created: 'Erstellt',
  },
  memberColumns: {
    email: 'E-Mail',
    subscribed: 'Abonnement',
    yes: 'Abonniert',
    no: 'Nicht abonniert',
    added: 'Hinzugefügt',
    actions: 'Aktionen',
  },
  members: {
    title: 'Personen darin',
    label: 'Personen in diesem Segment, neueste zuerst',
    count: people,
    empty: 'Derzeit ist niemand darin.',
    why: 'Warum?',
    whyOne: (email: string) => `Warum ist ${email} darin?`,
    remove: 'Entfernen',
    removeOne: (email: string) => `${email} aus der Liste entfernen`,
    removed: (email: string) => `${email} wurde aus der Liste entfernt.`,
    showAll: 'In Kontakten anzeigen',
  },
  add: {
    title: 'Personen hinzufügen',
    hint: 'Eine pro Zeile oder durch Kommas getrennt. Unbekannte Adressen werden zu Kontakten.',
    submit: (count: number) => `${plural(count, 'Adresse', 'Adressen')} hinzufügen`,
    submitNone: 'Hinzufügen',
    done: (added: number, created: number) =>
      created === 0
        ? `${people(added)} hinzugefügt.`
        : `${people(added)} hinzugefügt, davon ${plural(created, 'neuer Kontakt', 'neue Kontakte')}.`,
    tooMany: (most: string) => `Höchstens ${most} auf einmal; importieren Sie größere Listen als Datei.`,
  },
  explain: {
    title: 'Warum ist jemand darin?',
    text: 'Wählen Sie eine Person, um zu sehen, welche Bedingungen zutreffen.',
    choose: 'Nach E-Mail suchen',
    person: 'Person',
    people: 'Kontakte',
    isIn: (email: string) => `${email} ist in diesem Segment.`,
    isOut: (email: string) => `${email} ist nicht in diesem Segment.`,
    asSaved: 'Nach den zuletzt gespeicherten Bedingungen.',
    holds: 'trifft zu',
    fails: 'trifft nicht zu',
    has: (value: string) => `hat ${value}`,
    hasNothing: 'hat keinen Wert',
    times: (count: number) =>
      count === 1 ? 'ist einmal geschehen' : `ist ${formatCount(count)}-mal geschehen`,
    isMember: 'ist darin',
    noMember: 'ist nicht darin',
    all: 'Ergebnis',
  },
  growth: {
    title: 'Wachstum',
    tooShort: 'Die Zahl der Personen wird täglich notiert; das Diagramm beginnt am zweiten Tag.',
    summary: ({ from, to, before, now }: Record<'from' | 'to', string> & Record<'before' | 'now', number>) =>
      `Von ${people(before)} am ${from} zu ${people(now)} am ${to}.`,
    asTable: 'Als Tabelle anzeigen',
    day: 'Tag',
    people: 'Personen',
  },
  used: { title: 'Verwendet von' },
  deleting: {
    button: 'Löschen',
    title: (name: string) => `${name} löschen?`,
    text: 'Seine Kontakte bleiben; nur das Segment wird gelöscht.',
    blocked: 'Es wird verwendet und lässt sich jetzt nicht löschen:',
    blockedHint:
      'Beenden oder stoppen Sie zuerst die Kampagnen und schalten Sie die Workflows aus, oder wählen Sie dort ein anderes Segment.',
    breaks: 'Diese Segmente verweisen darauf und funktionieren nicht, bis ihre Bedingungen geändert sind:',
    submit: 'Segment löschen',
    cancel: 'Behalten',
    done: 'Das Segment wurde gelöscht.',
  },
} satisfies Translation<typeof texts.segments>
