// The data of cards. It stays the same object while its step does, so typing in one step renders one of 200 cards.
import { useMemo } from 'react'
import { TRIGGER } from '../model/definition.ts'
import type { Definition, DraftStep } from '../model/definition.ts'
import type { PicturedEmail } from '../../../api/content/templates.ts'
import { textOf, triggerLabel, stepLabel } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import { stepTexts } from '../steps.texts.ts'
import type { CardData } from './card.tsx'

const cache = new WeakMap<DraftStep, { names: Names; card: CardData }>()

/** Unchanged steps stay the same objects (edit-graph.ts). */
function cardOf(step: DraftStep, names: Names): CardData {
  const cached = cache.get(step)
  if (cached?.names === names) return cached.card
  const card = { ...stepLabel(step, names), type: step.type, email: emailOf(step, names) }
  cache.set(step, { names, card })
  return card
}

/** Undefined for a template that is not known yet, and for an email without a body. */
function emailOf({ type, config }: DraftStep, { emails }: Names): PicturedEmail | undefined {
  if (type !== 'SEND_EMAIL') return undefined
  const templateId = textOf(config, 'templateId')
  if (templateId !== '') return emails?.get(templateId)
  const [subject, body] = [textOf(config, 'subject'), textOf(config, 'body')]
  return subject === '' || body === '' ? undefined : { subject, body }
}

type CanvasDefinition = Pick<Definition, 'trigger' | 'steps' | 'entry'>
export type Cards = ReadonlyMap<string, CardData>

function triggerCard({ trigger, entry }: Omit<CanvasDefinition, 'steps'>, names: Names): CardData {
  const reentry = (entry?.['reentry'] ?? 'once') as keyof typeof stepTexts.reentry
  return { title: triggerLabel(trigger, names), detail: stepTexts.reentry[reentry] ?? '', type: 'TRIGGER' }
}

export const cardsOf = (start: CardData, { steps }: Pick<CanvasDefinition, 'steps'>, names: Names): Cards =>
  new Map<string, CardData>([
    [TRIGGER, start],
    ...steps.map((step) => [step.id, cardOf(step, names)] as const),
  ])

export function useCards({ trigger, entry, steps }: CanvasDefinition, names: Names): Cards {
  const start = useMemo(() => triggerCard({ trigger, entry }, names), [trigger, entry, names])
  return useMemo(() => cardsOf(start, { steps }, names), [start, steps, names])
}
