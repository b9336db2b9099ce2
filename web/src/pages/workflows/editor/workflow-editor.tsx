// The page of a workflow: canvas, simulation, executions, results and versions.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Save } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { statisticsQuery } from '../../../api/sending/workflows.ts'
import type { Statistics, Workflow } from '../../../api/sending/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { Switch } from '../../../components/forms/checkbox.tsx'
import { Page } from '../../../components/page.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { Time } from '../../../format/time.tsx'
import { ShowAsCurl } from '../../../patterns/curl/show-as-curl.tsx'
import { editor as texts } from '../editor.texts.ts'
import { ExecutionsPane } from '../executions/executions-pane.tsx'
import { toPatch } from '../model/problems.ts'
import type { Problem } from '../model/problems.ts'
import { ResultsPane } from '../results/results-pane.tsx'
import { SimulatePane } from '../simulate/simulate-pane.tsx'
import { useNames } from '../use-names.ts'
import { VersionsPane } from '../versions/versions-pane.tsx'
import { WorkflowMenu } from '../workflow-menu.tsx'
import { TABS } from '../workflow-tabs.ts'
import type { Tab } from '../workflow-tabs.ts'
import { workflows } from '../workflows.texts.ts'
import { BuildPane } from './build-pane.tsx'
import { ProblemList } from './problem-list.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { useProblems } from './use-problems.ts'
import { checkedSteps, useSenderWarnings } from './use-sender-warnings.ts'
import type { SenderWarning } from './use-sender-warnings.ts'
import { useWorkflowDraft } from './use-workflow-draft.ts'
import type { EditedWorkflow } from './use-workflow-draft.ts'
import { DraftDifference } from '../../../patterns/draft/draft-difference.tsx'
import { DraftNotices } from '../../../patterns/draft/draft-notices.tsx'
import { LeaveCheck } from '../../../patterns/draft/leave-check.tsx'
import { definitionJson } from '../model/changes.ts'
import { definitionOf } from '../model/definition.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/workflows/$workflowId')

export function WorkflowEditor({ workflow }: { workflow: Workflow }) {
  const { api, may } = useProject()
  const edited = useWorkflowDraft(workflow)
  const names = useNames()
  const { problems, isChecked } = useProblems(edited)
  const warnings = useSenderWarnings(edited.draft)
  const { tab = 'build', step } = route.useSearch()
  const setSearch = route.useNavigate()
  const { data: statistics } = useQuery(statisticsQuery(api, workflow.id))
  const [jump, setJump] = useState<{ id: string }>()
  const isReadOnly = !may('member')
  const select = (id: string | undefined) =>
    void setSearch({ search: (old) => ({ ...old, step: id }), replace: true })
  const onJump = (cardId: string) => {
    void setSearch({ search: { step: cardId }, replace: true })
    setJump({ id: cardId })
  }
  const panes: Record<Tab, ReactNode> = {
    build: (
      <BuildPane
        edited={edited}
        names={names}
        problems={problems}
        warnings={warnings}
        statistics={statistics}
        isReadOnly={isReadOnly}
        selected={step}
        onSelect={select}
        jump={jump}
      />
    ),
    simulate: <SimulatePane draft={edited.draft} names={names} problems={problems} />,
    executions: <ExecutionsPane workflow={edited.base} names={names} />,
    results: <ResultsPane workflow={edited.base} names={names} />,
    versions: <VersionsPane edited={edited} names={names} isReadOnly={isReadOnly} />,
  }
  return (
    <Page
      title={edited.draft.name || edited.base.name}
      subtitle={<Status edited={edited} emails={statistics?.emails} isReadOnly={isReadOnly} />}
      actions={
        <Actions
          edited={edited}
          names={names}
          problems={problems}
          isChecked={isChecked}
          warnings={warnings}
          active={countActive(statistics)}
          isReadOnly={isReadOnly}
          onJump={onJump}
        />
      }
    >
      <LeaveCheck isUnsaved={edited.isDirty && !isReadOnly} />
      <WorkflowNotices edited={edited} />
      <Tabs
        label={texts.tabs.label}
        value={tab}
        onChange={(chosen) =>
          void setSearch({ search: chosen === 'build' ? {} : { tab: chosen }, replace: true })
        }
        tabs={TABS.map((value) => ({ value, label: texts.tabs[value], content: panes[value] }))}
      />
    </Page>
  )
}

const countActive = (statistics: Statistics | undefined): number =>
  statistics ? statistics.executions.RUNNING + statistics.executions.WAITING : 0

const { calls: callTexts } = workflows

function callsOf({ base, draft }: EditedWorkflow) {
  const path = `/workflows/${base.id}`
  const simulation = { contact: { email: 'ada@example.com' } }
  const senders = { steps: checkedSteps(draft.steps) }
  return [
    { name: callTexts.read, path },
    { name: callTexts.save, path, method: 'PATCH' as const, body: toPatch(draft) },
    { name: callTexts.check, path: '/workflows/preflight', method: 'POST' as const, body: senders },
    { name: callTexts.simulate, path: `${path}/simulate`, method: 'POST' as const, body: simulation },
    { name: callTexts.statistics, path: `${path}/statistics` },
    { name: callTexts.executions, path: `${path}/executions` },
  ]
}

type ActionsProps = {
  edited: EditedWorkflow
  names: Parameters<typeof PublishDialog>[0]['names']
  problems: readonly Problem[]
  isChecked: boolean
  warnings: readonly SenderWarning[]
  active: number
  isReadOnly: boolean
  onJump: (cardId: string) => void
}

function Actions(props: ActionsProps) {
  const { edited, names, problems, isChecked, warnings, active, isReadOnly, onJump } = props
  const [isPublishing, setIsPublishing] = useState(false)
  const { base, draft, isDirty, save } = edited
  const trySave = () => {
    if (isReadOnly || !isDirty || save.isPending) return
    const [first] = problems
    if (first) return onJump(first.cardId)
    if (active > 0 && base.enabled) setIsPublishing(true)
    else save.mutate({})
  }
  const setEnabled = (enabled: boolean) => {
    const [first] = problems
    // Switching on also saves the draft, which must be valid.
    if (enabled && first) return onJump(first.cardId)
    save.mutate({ enabled })
  }
  useEditorKeys({ undo: edited.undo, redo: edited.redo, save: trySave })
  return (
    <>
      {isChecked && (
        <ProblemList draft={draft} names={names} problems={problems} warnings={warnings} onJump={onJump} />
      )}
      <ShowAsCurl calls={callsOf(edited)} />
      {!isReadOnly && (
        <Button look="primary" icon={<Save />} isBusy={save.isPending} disabled={!isDirty} onClick={trySave}>
          {texts.save}
        </Button>
      )}
      <span className="flex items-center gap-2 px-1 text-sm">
        <span aria-hidden>{base.enabled ? texts.enabled : texts.disabled}</span>
        <Switch label={texts.enabled} isOn={base.enabled} isDisabled={isReadOnly} onChange={setEnabled} />
      </span>
      {!isReadOnly && <WorkflowMenu workflow={base} />}
      <PublishDialog
        edited={edited}
        names={names}
        active={active}
        isOpen={isPublishing}
        onClose={() => setIsPublishing(false)}
      />
    </>
  )
}

type StatusProps = {
  edited: EditedWorkflow
  emails: Statistics['emails'] | undefined
  isReadOnly: boolean
}

function Status({ edited: { base, draft, isDirty }, emails, isReadOnly }: StatusProps) {
  const figures = [texts.steps(draft.steps.length), ...emailFigures(emails)].join(' · ')
  if (isReadOnly) return `${texts.states.readOnly} · ${figures}`
  if (isDirty) return `${texts.states.dirty} · ${figures}`
  return (
    <>
      {texts.states.saved(base.version)} · <Time at={base.updatedAt} /> · {figures}
    </>
  )
}

/** Emails that the limits of the project hold or have dropped. */
const emailFigures = ({ held, dropped } = { held: 0, dropped: 0 }): string[] => [
  ...(held > 0 ? [workflows.figures.held(held)] : []),
  ...(dropped > 0 ? [workflows.figures.dropped(dropped)] : []),
]

function WorkflowNotices({ edited }: { edited: EditedWorkflow }) {
  const { conflict, draft } = edited
  return (
    <DraftNotices
      draft={edited}
      conflict={
        conflict && {
          text: texts.conflict.text,
          comparison: {
            title: texts.conflict.title,
            content: (
              <DraftDifference
                label={texts.conflict.diff}
                theirs={definitionJson(definitionOf(conflict))}
                mine={definitionJson(draft)}
              />
            ),
          },
        }
      }
    />
  )
}
