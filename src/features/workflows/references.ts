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
