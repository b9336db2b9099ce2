import type { Campaign, Statistics } from '../../../api/sending/campaigns.ts'
import { Card } from '../../../components/page.tsx'
import { formatCount, formatSmallShare } from '../../../format/number.ts'
import { GoalFigures } from '../../../patterns/goal/goal-figures.tsx'
import { report } from './report.texts.ts'

const { goal: texts } = report

export function GoalCard({ campaign, statistics: { goal } }: { campaign: Campaign; statistics: Statistics }) {
  if (!goal || !campaign.goal) return null
  const { amount, unit } = campaign.goal.window
  return (
    <Card title={texts.title}>
      <GoalFigures
        goal={goal}
        hasValue={campaign.goal.value !== null}
        share={texts.rate(formatSmallShare(goal.conversionRate))}
      />
      <p className="pt-2 text-xs text-soft">{texts.window(goal.event, formatCount(amount), unit)}</p>
    </Card>
  )
}
