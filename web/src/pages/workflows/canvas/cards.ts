// What the cards of a workflow say. Of a step that has not changed it stays the same object: of 200 cards only the one is drawn
// anew in whose step somebody types.
import { useMemo } from 'react'
import { TRIGGER } from '../model/definition.ts'
import type { Definition, DraftStep } from '../model/definition.ts'
import { triggerWords, wordsOf } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import { stepTexts } from '../steps.texts.ts'
import type { CardData } from './card.tsx'

/** What was made of an object before, for as long as it is made of the same. */
function remembered<Key extends object, Basis, Made>(
  make: (key: Key, basis: Basis) => Made,
): (key: Key, basis: Basis) => Made {
  const known = new WeakMap<Key, { basis: Basis; made: Made }>()
  return (key, basis) => {
    const found = known.get(key)
    if (found?.basis === basis) return found.made
    const made = make(key, basis)
    known.set(key, { basis, made })
    return made
  }
}

/** A step that was not changed is the same object (edit-graph.ts). */
const cardOf = remembered((step: DraftStep, names: Names): CardData => ({
  ...wordsOf(step, names),
  type: step.type,
}))

type Part = Pick<Definition, 'trigger' | 'steps' | 'entry'>
export type Cards = ReadonlyMap<string, CardData>

/** The rules of entry are the detail of the trigger. */
function triggerCard({ trigger, entry }: Omit<Part, 'steps'>, names: Names): CardData {
  const reentry = (entry?.['reentry'] ?? 'once') as keyof typeof stepTexts.reentry
  return { title: triggerWords(trigger, names), detail: stepTexts.reentry[reentry] ?? '', type: 'TRIGGER' }
}

export const cardsOf = (start: CardData, { steps }: Pick<Part, 'steps'>, names: Names): Cards =>
  new Map<string, CardData>([
    [TRIGGER, start],
    ...steps.map((step) => [step.id, cardOf(step, names)] as const),
  ])

export function useCards({ trigger, entry, steps }: Part, names: Names): Cards {
  const start = useMemo(() => triggerCard({ trigger, entry }, names), [trigger, entry, names])
  return useMemo(() => cardsOf(start, { steps }, names), [start, steps, names])
}
