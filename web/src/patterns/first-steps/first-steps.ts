// The first steps in a project depend on the person who takes them. The browser keeps the choice.
import { useState } from 'react'
import type { STEPS, STEPS_OF } from '../../../../src/features/dashboard/overview/overview.values.ts'
import { useProject } from '../../app/use-project.ts'

export type StepTaker = keyof typeof STEPS_OF
export type StepName = (typeof STEPS)[number]

const keyOf = (projectId: string) => `lettermill.first-steps.${projectId}`

function readStored(projectId: string): StepTaker | undefined {
  try {
    const value = localStorage.getItem(keyOf(projectId))
    return value === 'marketer' || value === 'developer' ? value : undefined
  } catch {
    return undefined
  }
}

/** undefined until somebody has chosen. */
export function useStepTaker(): [StepTaker | undefined, (taker: StepTaker) => void] {
  const { project } = useProject()
  const [taker, setTaker] = useState(() => readStored(project.id))
  const choose = (chosen: StepTaker) => {
    try {
      localStorage.setItem(keyOf(project.id), chosen)
    } catch {
      // Without storage it lasts until the page is left.
    }
    setTaker(chosen)
  }
  return [taker, choose]
}
