// In a file of its own, because each step takes the move of a whole project.
import { describe, it } from 'vitest'
import { expectCompleted, useInstallations } from './fixtures/two-installations.ts'
import { MOVE_STEPS } from './move-project.ts'

const installations = useInstallations()

describe.each(MOVE_STEPS)('a command that is killed when the project is %s', (step) => {
  it('leaves it active on one side at most, and the next run completes the move', () =>
    expectCompleted(step, installations))
})
