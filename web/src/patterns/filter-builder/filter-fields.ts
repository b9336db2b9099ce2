// The suggestions of the filter builder: data keys, topics, event names, segments, and the campaigns, templates and workflows
// of the project. Other keys and names can be typed.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EmailOriginField } from '../../../../src/features/filters/language/email-origins.values.ts'
import type { ProjectApi } from '../../api/client/client.ts'
import { contactFieldsQuery } from '../../api/audience/contacts.ts'
import { eventNamesQuery } from '../../api/audience/events.ts'
import { segmentNamesQuery } from '../../api/audience/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { useTopics } from '../topics/use-topics.ts'
import { fieldOfKey } from './condition-forms.ts'
import type { ValueType } from './condition-forms.ts'

type NamedRecord = { id: string; name: string }

export type FilterFields = {
  data: readonly { key: string; type: string }[]
  topics: readonly { key: string; name: string }[]
  events: readonly string[]
  segments: readonly NamedRecord[]
  origins: Readonly<Record<EmailOriginField, readonly NamedRecord[]>>
  /**
   * Data keys of the event that starts a workflow. Conditions on them have the field `event.data.<key>`, which only
   * workflows support.
   */
  trigger?: readonly string[]
  /** Only what an email knows of its contact: email, subscribed and data, for conditions of a block. */
  isOfBlock?: boolean
}

// One page of the API; an older record is shown by its id.
const MAX_NAMES = 100

type NamedList = 'campaigns' | 'templates' | 'workflows'

const namesQuery = (api: ProjectApi, list: NamedList) =>
  queryOptions({
    queryKey: [api.projectId, `/${list}`, 'names'] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_NAMES, total: false }
      const page = await api.get<Record<NamedList, NamedRecord[]>>(`/${list}`, { query, signal })
      return page[list].map(({ id, name }) => ({ id, name }))
    },
    staleTime: 30_000,
  })

type Options = {
  /** A segment cannot refer to itself. */
  exceptSegment?: string | undefined
}

export function useFilterFields({ exceptSegment }: Options = {}): FilterFields {
  const { api } = useProject()
  const { data: fields } = useQuery(contactFieldsQuery(api))
  const { topics } = useTopics()
  const { data: names } = useQuery(eventNamesQuery(api))
  const { data: segments } = useQuery(segmentNamesQuery(api))
  const { data: campaigns } = useQuery(namesQuery(api, 'campaigns'))
  const { data: templates } = useQuery(namesQuery(api, 'templates'))
  const { data: workflows } = useQuery(namesQuery(api, 'workflows'))
  return useMemo(
    () => ({
      data: fields?.fields.toSorted((a, b) => b.count - a.count) ?? [],
      topics,
      events: names?.eventNames ?? [],
      segments: segments?.filter(({ id }) => id !== exceptSegment) ?? [],
      origins: { campaignId: campaigns ?? [], templateId: templates ?? [], workflowId: workflows ?? [] },
    }),
    [fields, topics, names, segments, campaigns, templates, workflows, exceptSegment],
  )
}

const TRIGGER = 'event.'
const TRIGGER_DATA = 'event.data.'

export const fieldOfTriggerKey = (key: string): string => `${TRIGGER}${fieldOfKey(key)}`

/** Maps `event.data.<key>` to a data field, which has the same operators and values. */
export const formFieldOf = ({ trigger }: FilterFields, field: string): string =>
  trigger !== undefined && field.startsWith(TRIGGER_DATA) ? field.slice(TRIGGER.length) : field

const TYPES: Partial<Record<string, ValueType>> = { string: 'text', number: 'number', boolean: 'boolean' }

/** The usual type of a field's values, if known. */
export const usualTypeOf = ({ data }: FilterFields, field: string): ValueType | undefined =>
  TYPES[data.find(({ key }) => fieldOfKey(key) === field)?.type ?? '']
