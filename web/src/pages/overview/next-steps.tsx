import type { Overview } from '../../api/project/overview.ts'
import { Button } from '../../components/forms/button.tsx'
import { Card } from '../../components/page.tsx'
import { useStepTaker } from '../../patterns/first-steps/first-steps.ts'
import { firstStepsTexts as texts } from '../../patterns/first-steps/first-steps.texts.ts'
import { StepList, StepProgress, stepsOf, StepTakerChoice } from '../../patterns/first-steps/step-list.tsx'
import { SampleDataOffer } from '../../patterns/sample-data/sample-data.tsx'

/** Until every step of the person is done. */
export function NextSteps({ data }: { data: Overview }) {
  const [taker, choose] = useStepTaker()
  const offer = data.contacts.total === 0 && <SampleDataOffer />
  if (taker === undefined) {
    // A project that is in use already is not asked.
    if (data.steps.filter(({ done }) => done).length > 2) return null
    return (
      <Card title={texts.title}>
        <StepTakerChoice taker={undefined} onChoose={choose} />
        {offer}
      </Card>
    )
  }
  const steps = stepsOf(data, taker)
  if (steps.every(({ isDone }) => isDone)) return null
  const other = taker === 'marketer' ? 'developer' : 'marketer'
  return (
    <Card
      title={texts.title}
      actions={
        <span className="flex items-center gap-3">
          <StepProgress steps={steps} />
          <Button size="small" onClick={() => choose(other)}>
            {texts.takers[other].label}
          </Button>
        </span>
      }
    >
      <StepList steps={steps} isWide />
      {offer}
    </Card>
  )
}
