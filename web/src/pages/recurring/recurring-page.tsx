import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Play, Save, Trash2 } from 'lucide-react'
import { projectQuery } from '../../api/project/project.ts'
import type { Project } from '../../api/project/project.ts'
import { deleteRecurring, recurringQuery, startRun } from '../../api/sending/recurring.ts'
import type { RecurringCampaign } from '../../api/sending/recurring.ts'
import { useDialogParam } from '../../app/page-search.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { PageTabs } from '../../components/page-tabs.tsx'
import { Page, PageBody } from '../../components/page.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { DraftNotices } from '../../patterns/draft/draft-notices.tsx'
import { LeaveCheck } from '../../patterns/draft/leave-check.tsx'
import { STARTERS } from '../../patterns/email-editor/starters.ts'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { useDelete } from '../../patterns/record/use-record-actions.ts'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { RecurringEditor } from './recurring-editor.tsx'
import { editorTexts, recurring as texts, runTexts } from './recurring.texts.ts'
import { RecurringState } from './run-outcome.tsx'
import { RunsTab } from './runs-tab.tsx'
import { fieldsOf } from './recurring-draft.ts'
import { useRecurringDraft } from './use-recurring-draft.ts'
import type { RecurringDraft } from './use-recurring-draft.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/recurring-campaigns/$recurringId')

export function NewRecurringPage() {
  const { api } = useProject()
  const query = useQuery(projectQuery(api))
  if (!query.data) return <RecordUnavailable query={query} />
  return <NewRecurring settings={query.data} />
}

function NewRecurring({ settings }: { settings: Project }) {
  const { may } = useProject()
  const draft = useRecurringDraft(
    {
      name: '',
      subject: '',
      body: STARTERS.html,
      from: settings.defaultFrom ?? '',
      fromName: settings.defaultFromName,
      audienceType: 'ALL',
      cron: '0 9 * * mon',
      timezone: settings.timezone,
    },
    undefined,
  )
  return (
    <Page
      title={draft.fields.name.trim() || editorTexts.newTitle}
      subtitle={texts.status[statusOf(draft)]}
      actions={<SaveButton draft={draft} label={editorTexts.submit} isDisabled={false} />}
    >
      <Notices draft={draft} />
      <PageBody>
        <RoleNotice needs="member" />
        <RecurringEditor draft={draft} isReadOnly={!may('member')} />
      </PageBody>
    </Page>
  )
}

export function RecurringPage() {
  const { api } = useProject()
  const { recurringId } = route.useParams()
  const query = useQuery(recurringQuery(api, recurringId))
  if (!query.data) return <RecordUnavailable query={query} />
  // Another one must not keep the state of the one before.
  return <SavedRecurring key={recurringId} recurring={query.data} />
}

const TABS = ['edit', 'runs'] as const

function SavedRecurring({ recurring }: { recurring: RecurringCampaign }) {
  const { may } = useProject()
  const { tab = 'edit' } = route.useSearch()
  const setSearch = route.useNavigate()
  const isReadOnly = !may('member')
  const draft = useRecurringDraft(fieldsOf(recurring), recurring)
  const path = `/recurring-campaigns/${recurring.id}`
  return (
    <Page
      title={draft.fields.name.trim() || recurring.name}
      subtitle={texts.status[isReadOnly ? 'readOnly' : draft.isDirty ? statusOf(draft) : 'saved']}
      actions={
        <>
          <RecurringState of={recurring} />
          <ShowAsCurl
            calls={[
              { name: texts.calls.read, path },
              { name: texts.calls.runs, path: `${path}/runs` },
              { name: texts.calls.run, path: `${path}/run`, method: 'POST' },
              { name: texts.calls.change, path, method: 'PATCH', body: { enabled: !recurring.enabled } },
            ]}
          />
          <DeleteButton recurring={recurring} />
          <RunButton recurring={recurring} isDisabled={draft.isDirty} />
          <SaveButton draft={draft} label={editorTexts.save} isDisabled={!draft.isDirty} />
        </>
      }
    >
      <Notices draft={draft} />
      <PageTabs
        label={texts.tabs.label}
        value={tab}
        values={TABS}
        names={texts.tabs}
        notice={<RoleNotice needs="member" />}
        contents={{
          edit: <RecurringEditor draft={draft} isReadOnly={isReadOnly} />,
          runs: <RunsTab recurring={recurring} />,
        }}
        onChange={(chosen) => void setSearch({ search: { tab: chosen === 'edit' ? undefined : chosen } })}
      />
    </Page>
  )
}

function Notices({ draft }: { draft: RecurringDraft }) {
  return (
    <>
      <LeaveCheck isUnsaved={draft.isDirty} />
      <DraftNotices draft={draft} conflict={draft.conflict && { text: editorTexts.conflict }} />
    </>
  )
}

const statusOf = ({ problems }: RecurringDraft) => (Object.keys(problems).length > 0 ? 'invalid' : 'dirty')

type SaveButtonProps = { draft: RecurringDraft; label: string; isDisabled: boolean }

function SaveButton({ draft, label, isDisabled }: SaveButtonProps) {
  const { may } = useProject()
  if (!may('member')) return null
  return (
    <Button
      look="primary"
      icon={<Save />}
      isBusy={draft.isPending}
      disabled={isDisabled}
      onClick={() => draft.save()}
    >
      {label}
    </Button>
  )
}

/** Unsaved edits would not be part of the run. */
function RunButton({ recurring, isDisabled }: { recurring: RecurringCampaign; isDisabled: boolean }) {
  const { api, may } = useProject()
  const setSearch = route.useNavigate()
  const run = useChange({
    call: () => startRun(api, recurring.id),
    record: recurringQuery(api, recurring.id),
    refreshes: ['/recurring-campaigns'],
    done: runTexts.asked,
    onSuccess: () => setSearch({ search: { tab: 'runs' } }),
  })
  if (!may('member')) return null
  return (
    <Button icon={<Play />} isBusy={run.isPending} disabled={isDisabled} onClick={() => run.mutate()}>
      {runTexts.run}
    </Button>
  )
}

function DeleteButton({ recurring: { id, name } }: { recurring: RecurringCampaign }) {
  const { deleting } = texts
  const dialog = useDialogParam('delete')
  const remove = useDelete({
    kind: 'recurring_campaign',
    id,
    remove: (api) => deleteRecurring(api, id),
    deleted: deleting.done,
    showsError: true,
  })
  if (!dialog.isAllowed) return null
  return (
    <>
      <Button look="danger" icon={<Trash2 />} onClick={dialog.onOpen}>
        {deleting.button}
      </Button>
      <ConfirmDialog
        title={deleting.title(name)}
        description={deleting.text}
        cancel={deleting.cancel}
        submit={deleting.submit}
        isOpen={dialog.isOpen}
        isBusy={remove.isPending}
        onClose={dialog.onClose}
        onConfirm={() => remove.mutate()}
      >
        {remove.isError && <ErrorNotice error={remove.error} />}
      </ConfirmDialog>
    </>
  )
}
