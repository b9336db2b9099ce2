import type { FilterLeaf } from '../../../../../../src/features/filters/filters.schema.ts'
import type { SubscriptionState } from '../../../../../../src/features/filters/language/subscription-states.values.ts'
import type { ValueType } from '../../../../patterns/filter-builder/condition-forms.ts'
import type { GroupKind } from '../../../../patterns/filter-builder/filter-draft.ts'
import type { TopicState } from '../../../../patterns/filter-builder/topics/topic-state.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/filter-builder/filter-builder.texts.ts'

type Operator = FilterLeaf['operator']

const kinds: Record<GroupKind, string> = {
  all: 'Alle von',
  any: 'Eines von',
  none: 'Keines von',
  notAll: 'Nicht alle von',
}

const operators: Record<Operator, string> = {
  equals: 'ist',
  notEquals: 'ist nicht',
  contains: 'enthält',
  notContains: 'enthält nicht',
  startsWith: 'beginnt mit',
  endsWith: 'endet mit',
  in: 'ist eines von',
  notIn: 'ist keines von',
  greaterThan: 'ist mehr als',
  greaterThanOrEqual: 'ist mindestens',
  lessThan: 'ist weniger als',
  lessThanOrEqual: 'ist höchstens',
  between: 'liegt zwischen',
  within: 'war in den letzten',
  olderThan: 'war vor mehr als …',
  withinNext: 'ist in den nächsten',
  anniversaryIn: 'hat seinen Jahrestag in … Tagen',
  anniversaryAgo: 'hatte seinen Jahrestag vor … Tagen',
  anniversaryWithinNext: 'hat seinen Jahrestag in den nächsten … Tagen',
  exists: 'ist bekannt',
  notExists: 'ist nicht bekannt',
  triggered: 'ist geschehen',
  notTriggered: 'ist nicht geschehen',
  memberOf: 'ist',
  notMemberOf: 'ist nicht',
}

/** For points in time. */
const timeOperators: Partial<Record<Operator, string>> = {
  equals: 'ist genau',
  notEquals: 'ist nicht genau',
  greaterThan: 'ist nach',
  greaterThanOrEqual: 'ist am oder nach',
  lessThan: 'ist vor',
  lessThanOrEqual: 'ist am oder vor',
}

const activities: Record<string, string> = {
  sent: 'E-Mail wurde gesendet',
  delivered: 'E-Mail wurde zugestellt',
  opened: 'Hat eine E-Mail geöffnet',
  clicked: 'Hat auf einen Link geklickt',
  bounced: 'E-Mail kam zurück',
}

const topicStates: Record<TopicState, string> = {
  in: 'ist darin',
  out: 'ist nicht darin',
  chosen: 'hat gewählt',
  notChosen: 'hat nicht gewählt',
}

const states: Record<SubscriptionState, string> = {
  SUBSCRIBED: 'abonniert',
  PENDING: 'gefragt, noch nicht bestätigt',
  LEFT: 'abgemeldet',
  NEVER_ASKED: 'nie gefragt',
}

const types: Record<ValueType, string> = {
  text: 'Text',
  number: 'Zahl',
  boolean: 'Ja oder nein',
  day: 'Tag',
  moment: 'Tag und Uhrzeit',
}

export const builderTexts = {
  label: 'Filter',
  kinds,
  kind: 'Wie die Bedingungen verknüpft sind',
  group: 'Gruppe von Bedingungen',
  condition: (number: number) => `Bedingung ${number}`,
  addCondition: 'Bedingung',
  addGroup: 'Gruppe',
  removeCondition: 'Diese Bedingung entfernen',
  removeGroup: 'Diese Gruppe entfernen',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  emptyGroup: 'Fügen Sie eine Bedingung hinzu, um zu wählen, wer gemeint ist.',
  full: 'Ein Filter hat höchstens 100 Bedingungen.',
  field: 'Feld',
  chooseField: 'Feld wählen',
  operator: 'Vergleich',
  operators,
  timeOperators,
  value: 'Wert',
  valueType: 'Typ des Werts',
  types,
  yes: 'ja',
  no: 'nein',
  low: 'Von',
  high: 'Bis',
  and: 'und',
  amount: 'Menge',
  unit: 'Einheit',
  units: { minutes: 'Minuten', hours: 'Stunden', days: 'Tagen' },
  addValue: 'Wert eingeben und Enter drücken',
  removeValue: (value: string) => `${value} entfernen`,
  dayHint: 'Tage beginnen um Mitternacht UTC.',
  missing: 'Füllen Sie das aus',
  missingField: 'Wählen Sie ein Feld',
  segment: 'Segment',
  chooseSegment: 'Segment wählen',
  segments: 'Segmente',
  deletedSegment: 'Ein gelöschtes Segment',
  origins: {
    campaignId: {
      name: 'Kampagne',
      choose: 'Kampagne wählen',
      list: 'Kampagnen',
      of: 'der Kampagne',
      remove: 'Einer beliebigen Kampagne',
    },
    templateId: {
      name: 'Vorlage',
      choose: 'Vorlage wählen',
      list: 'Vorlagen',
      of: 'der Vorlage',
      remove: 'Einer beliebigen Vorlage',
    },
    workflowId: {
      name: 'Workflow',
      choose: 'Workflow wählen',
      list: 'Workflows',
      of: 'des Workflows',
      remove: 'Eines beliebigen Workflows',
    },
  },
  fieldGroups: {
    contact: 'Kontakt',
    topics: 'Themen',
    data: 'Eigene Daten',
    events: 'Ereignisse',
    activity: 'E-Mail-Aktivität',
    typed: 'Wie eingegeben',
    trigger: 'Das Ereignis, das ihn startet',
  },
  fields: {
    email: 'E-Mail-Adresse',
    subscribed: 'Abonniert',
    subscriptionState: 'Abonnement',
    pausedUntil: 'Pausiert bis',
    createdAt: 'Hinzugefügt',
    updatedAt: 'Zuletzt geändert',
    segment: 'Segment',
  },
  activities,
  typedData: (key: string) => `Daten: ${key}`,
  typedEvent: (name: string) => `Ereignis: ${name}`,
  typedTrigger: (key: string) => `Startereignis: ${key}`,
  event: (name: string) => `Ereignis ${name}`,
  topic: (name: string) => `Thema ${name}`,
  topicStates,
  states,
  details: {
    within: 'in den letzten',
    addWithin: 'Zeit',
    removeWithin: 'Zu beliebiger Zeit',
    count: 'mindestens',
    countMost: 'höchstens',
    times: 'Mal',
    addCount: 'Wie oft',
    removeCount: 'Beliebig oft',
    where: 'wobei',
    addWhere: 'Wobei',
    key: 'Schlüssel in den Daten des Ereignisses',
    keyHint: 'Schlüssel, etwa amount',
    removeWhere: 'Diese Bedingung an das Ereignis entfernen',
    link: 'auf einen Link, der',
    addLink: 'Link',
    removeLink: 'Auf einen beliebigen Link',
    linkKind: 'Wie der Link verglichen wird',
    linkKinds: { contains: 'enthält', equals: 'ist' },
    url: 'URL des Links',
    urlHint: '/sale oder eine ganze URL',
  },
  preview: {
    people: (count: number) => (count === 1 ? 'Person passt' : 'Personen passen'),
    counting: 'Wird gezählt…',
    unfinished: 'Vervollständigen Sie die Bedingungen, um zu sehen, wer passt.',
    everybody: 'Fügen Sie Bedingungen hinzu, um Kontakte zu wählen.',
    took: (ms: string) => `in ${ms} ms gezählt`,
    sample: 'Fünf davon',
    fewer: 'Es sind',
  },
} satisfies Translation<typeof texts.builderTexts>
