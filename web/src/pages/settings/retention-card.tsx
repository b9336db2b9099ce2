import { useProject } from '../../app/use-project.ts'
import { Card, Facts } from '../../components/page.tsx'
import { retentionTexts as texts } from './settings.texts.ts'

/** Read-only: the operator of the installation sets the retention. */
export function RetentionCard() {
  const { retention } = useProject().account.instance
  return (
    <Card title={texts.title}>
      <p className="mb-3 text-sm text-soft">{texts.text}</p>
      <Facts
        facts={(['emailDays', 'contentDays', 'eventDays', 'executionDays'] as const).map((name) => [
          texts.names[name],
          texts.days(retention[name]),
        ])}
      />
    </Card>
  )
}
