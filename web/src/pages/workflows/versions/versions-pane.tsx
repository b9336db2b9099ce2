import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { workflowVersionListQuery, workflowVersionQuery } from '../../../api/sending/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { classes } from '../../../components/classes.ts'
import { CodeDiff } from '../../../components/code/code-diff.tsx'
import { Button } from '../../../components/forms/button.tsx'
import { Badge } from '../../../components/notices/badge.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { RowSkeletons, Skeleton } from '../../../components/notices/skeleton.tsx'
import { toast } from '../../../components/overlays/toast.tsx'
import { Time } from '../../../format/time.tsx'
import { MoreButton } from '../../../patterns/list/show-more.tsx'
import type { EditedWorkflow } from '../editor/use-workflow-draft.ts'
import { differenceOf, isSame, definitionJson } from '../model/changes.ts'
import { definitionOf } from '../model/definition.ts'
import type { Names } from '../model/step-labels.ts'
import { DifferenceList } from './difference-list.tsx'
import { versions as texts } from './versions.texts.ts'
import { useList } from '../../../patterns/list/use-list.ts'

type VersionsPaneProps = { edited: EditedWorkflow; names: Names; isReadOnly: boolean }

export function VersionsPane({ edited, names, isReadOnly }: VersionsPaneProps) {
  const { api } = useProject()
  const { base } = edited
  const { query, rows: all } = useList(workflowVersionListQuery(api, base.id), 'versions')
  const [chosen, setChosen] = useState<number>()
  if (query.isPending) return <RowSkeletons />
  if (query.isError) {
    return (
      <div className="p-6">
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  const shown = chosen ?? all[0]?.version
  return (
    <div className="flex min-h-0 grow max-lg:flex-col">
      <div className="flex shrink-0 flex-col border-line bg-panel max-lg:max-h-60 max-lg:border-b lg:w-80 lg:border-r">
        <p className="border-b border-line px-4 py-3 text-xs text-soft">{texts.hint}</p>
        <ul aria-label={texts.list} className="min-h-0 grow overflow-y-auto">
          {all.map(({ version, createdAt, active, stepCount }) => (
            <li key={version} className="border-b border-line">
              <button
                type="button"
                aria-pressed={version === shown}
                onClick={() => setChosen(version)}
                className={classes(
                  'flex w-full flex-col gap-0.5 px-4 py-2.5 text-left text-sm hover:bg-hover',
                  version === shown && 'bg-hover shadow-[inset_2px_0_0_var(--color-accent)]',
                )}
              >
                <span className="flex items-center gap-2 font-medium">
                  {texts.version(version)}
                  {version === base.version && <Badge tone="accent">{texts.current}</Badge>}
                </span>
                <span className="text-xs text-soft">
                  {texts.steps(stepCount)} · {texts.saved} <Time at={createdAt} />
                </span>
                <span className="text-xs text-soft">
                  {active === 0 ? texts.nobody : texts.inside(active)}
                </span>
              </button>
            </li>
          ))}
          <li className="flex justify-center p-3 empty:hidden">
            <MoreButton query={query} />
          </li>
        </ul>
      </div>
      {shown !== undefined && (
        <Comparison key={shown} edited={edited} names={names} version={shown} isReadOnly={isReadOnly} />
      )}
    </div>
  )
}

function Comparison({ edited, names, version, isReadOnly }: VersionsPaneProps & { version: number }) {
  const { api } = useProject()
  const { base, draft, change } = edited
  const { data, error } = useQuery(workflowVersionQuery(api, base.id, version))
  if (error) return <ErrorNotice error={error} />
  if (!data) return <Skeleton className="m-5 h-64 grow" />
  const before = definitionOf(data)
  const { trigger, steps, entry, exit, goal, holdout } = draft
  const isEqual = isSame(before, { trigger, steps, entry, exit, goal, holdout })
  const restore = () => {
    change((old) => ({ ...old, ...before }))
    toast.good(texts.restored(version))
  }
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-panel">
      <div className="flex flex-wrap items-start gap-4 border-b border-line px-5 py-3">
        <div className="min-w-0 grow">
          <h2 className="pb-1 text-sm font-semibold">{texts.compare}</h2>
          <DifferenceList difference={differenceOf(before, draft)} names={names} />
        </div>
        {!isReadOnly && !isEqual && (
          <Button icon={<History />} onClick={restore}>
            {texts.restore}
          </Button>
        )}
      </div>
      {!isEqual && (
        <div className="min-h-0 grow">
          <CodeDiff label={texts.diff} before={definitionJson(before)} after={definitionJson(draft)} />
        </div>
      )}
    </div>
  )
}
