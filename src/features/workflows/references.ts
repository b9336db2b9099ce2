// The templates and segments that a definition names, each with the path of its field.
import { placedLeaves } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import type { Definition } from './definition.schema.ts'
import type { Step } from './steps.schema.ts'

type Path = (string | number)[]
export type Reference = { kind: 'template' | 'segment' | 'staticSegment'; key: string; path: Path }

export function referencesOf({ trigger, steps, entry, exit }: Definition): Reference[] {
  const triggerSegment = 'segmentId' in trigger ? trigger.segmentId : undefined
  return [
    ...(triggerSegment
      ? [{ kind: 'segment' as const, key: triggerSegment, path: ['trigger', 'segmentId'] }]
      : []),
    ...filterReferences(entry?.filters, ['entry', 'filters']),
    ...filterReferences(exit?.filters, ['exit', 'filters']),
    ...steps.flatMap((step, index) => stepReferences(step, ['steps', index, 'config'])),
  ]
}

function stepReferences(step: Step, path: Path): Reference[] {
  switch (step.type) {
    case 'SEND_EMAIL': {
      const key = step.config.templateId
      return key ? [{ kind: 'template', key, path: [...path, 'templateId'] }] : []
    }
    case 'ADD_TO_SEGMENT':
    case 'REMOVE_FROM_SEGMENT':
      return [{ kind: 'staticSegment', key: step.config.segmentId, path: [...path, 'segmentId'] }]
    case 'CONDITION':
      return [
        ...filterReferences(step.config.filters, [...path, 'filters']),
        ...(step.config.branches ?? []).flatMap(({ filters }, index) =>
          filterReferences(filters, [...path, 'branches', index, 'filters']),
        ),
      ]
    case 'DELAY':
    case 'WAIT_FOR_EVENT':
    case 'SPLIT':
    case 'UPDATE_CONTACT':
    case 'WEBHOOK':
    case 'TRACK_EVENT':
    case 'EXIT':
      return []
  }
}

const filterReferences = (tree: FilterTree | null | undefined, path: Path): Reference[] =>
  (tree ? placedLeaves(tree) : []).flatMap(({ leaf, path: at }) =>
    leaf.field === 'segment' && 'value' in leaf && typeof leaf.value === 'string'
      ? [{ kind: 'segment' as const, key: leaf.value, path: [...path, ...at, 'value'] }]
      : [],
  )

/** The topics that emails and conditions name, with their places. */
export function topicReferencesOf({ steps, entry, exit }: Definition): { key: string; path: Path }[] {
  return [
    ...topicsOfFilter(entry?.filters, ['entry', 'filters']),
    ...topicsOfFilter(exit?.filters, ['exit', 'filters']),
    ...steps.flatMap((step, index) => topicsOfStep(step, ['steps', index, 'config'])),
  ]
}

function topicsOfStep(step: Step, path: Path): { key: string; path: Path }[] {
  if (step.type === 'SEND_EMAIL') {
    return step.config.topic ? [{ key: step.config.topic, path: [...path, 'topic'] }] : []
  }
  if (step.type !== 'CONDITION') return []
  return [
    ...topicsOfFilter(step.config.filters, [...path, 'filters']),
    ...(step.config.branches ?? []).flatMap(({ filters }, index) =>
      topicsOfFilter(filters, [...path, 'branches', index, 'filters']),
    ),
  ]
}

const TOPIC_FIELD = 'topics.'

const topicsOfFilter = (tree: FilterTree | null | undefined, path: Path): { key: string; path: Path }[] =>
  (tree ? placedLeaves(tree) : []).flatMap(({ leaf: { field }, path: at }) =>
    field.startsWith(TOPIC_FIELD)
      ? [{ key: field.slice(TOPIC_FIELD.length), path: [...path, ...at, 'field'] }]
      : [],
  )
