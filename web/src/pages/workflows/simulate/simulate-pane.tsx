// Simulates the draft on a virtual clock.
import { FlaskConical } from 'lucide-react'
import { EmptyState } from '../../../components/notices/empty-state.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import type { WorkflowDraft } from '../model/definition.ts'
import type { Problem } from '../model/problems.ts'
import type { Names } from '../model/step-labels.ts'
import { simulation as texts } from './simulate.texts.ts'
import { SimulationForm } from './simulation-form.tsx'
import { SimulationResult } from './simulation-result.tsx'
import { useSimulation } from './use-simulation.ts'

type Props = { draft: WorkflowDraft; names: Names; problems: readonly Problem[] }

export function SimulatePane({ draft, names, problems }: Props) {
  const form = useSimulation(draft)
  const { data, error, submittedAt } = form.run
  return (
    <div className="flex min-h-0 grow max-lg:flex-col max-lg:overflow-y-auto">
      <SimulationForm form={form} isBlocked={problems.length > 0} />
      {error && (
        <div className="grow p-6">
          <ErrorNotice error={error} />
        </div>
      )}
      {!error && !data && (
        <div className="grow">
          <EmptyState icon={<FlaskConical />} texts={texts.empty} />
        </div>
      )}
      {!error && data && (
        <SimulationResult key={submittedAt} simulation={data.simulation} draft={data.draft} names={names} />
      )}
    </div>
  )
}
