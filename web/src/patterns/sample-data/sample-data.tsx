import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { addSampleData } from '../../api/project/overview.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/forms/button.tsx'
import { sampleDataTexts as texts } from './sample-data.texts.ts'

/** Offers sample data to try filters, previews and reports with. `isAlone`: nothing is above it. */
export function SampleDataOffer({ isAlone = false }: { isAlone?: boolean }) {
  const { api, may } = useProject()
  const queryClient = useQueryClient()
  const add = useChange({
    call: addSampleData,
    done: ({ contacts }) => texts.added(contacts),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [api.projectId] }),
  })
  if (!may('member')) return null
  return (
    <div
      className={classes(
        'flex flex-wrap items-center justify-between gap-3',
        !isAlone && 'mt-3 border-t border-line pt-3',
      )}
    >
      <p className="min-w-0 grow basis-60 text-sm text-soft">{texts.text}</p>
      <Button icon={<FlaskConical />} isBusy={add.isPending} onClick={() => add.mutate()}>
        {texts.add}
      </Button>
    </div>
  )
}
