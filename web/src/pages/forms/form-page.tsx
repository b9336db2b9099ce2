import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Save, Trash2 } from 'lucide-react'
import { deleteForm, formQuery } from '../../api/audience/forms.ts'
import type { Form } from '../../api/audience/forms.ts'
import { useDialogParam } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { PageTabs } from '../../components/page-tabs.tsx'
import { Page, PageBody } from '../../components/page.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { DraftNotices } from '../../patterns/draft/draft-notices.tsx'
import { LeaveCheck } from '../../patterns/draft/leave-check.tsx'
import { DeleteDialog } from '../../patterns/record/delete-dialog.tsx'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { FormEditor } from './editor/form-editor.tsx'
import { useFormDraft } from './editor/use-form-draft.ts'
import type { EditedForm } from './editor/use-form-draft.ts'
import { useFormSave } from './editor/use-form-save.ts'
import { callsOf } from './form-calls.ts'
import { FormState } from './form-state.tsx'
import { FORM_TABS } from './form-tabs.ts'
import { editorTexts, forms as texts } from './forms.texts.ts'
import { ShareTab } from './share-tab.tsx'
import { SubmissionsTab } from './submissions-tab.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/forms/$formId')

export function NewFormPage() {
  const { project } = useProject()
  const edited = useFormDraft(`new:${project.id}`, undefined)
  const saving = useFormSave(edited, undefined)
  return (
    <Page
      title={edited.draft.name.trim() || editorTexts.newTitle}
      subtitle={<Status edited={edited} isNew />}
      actions={
        <>
          <ShowAsCurl calls={callsOf(undefined, edited.draft)} />
          <SaveButton saving={saving} label={editorTexts.create} isDisabled={false} />
        </>
      }
    >
      <Notices edited={edited} />
      <PageBody>
        <RoleNotice needs="member" />
        <FormEditor edited={edited} problems={saving.problems} />
      </PageBody>
    </Page>
  )
}

export function FormPage() {
  const { api } = useProject()
  const { formId } = route.useParams()
  const query = useQuery(formQuery(api, formId))
  if (!query.data) return <RecordUnavailable query={query} />
  // Another form must not keep the state of the one before.
  return <SavedForm key={formId} form={query.data} />
}

function SavedForm({ form }: { form: Form }) {
  const { tab = 'edit' } = route.useSearch()
  const setSearch = route.useNavigate()
  const edited = useFormDraft(form.id, form)
  const saving = useFormSave(edited, form.id)
  return (
    <Page
      title={edited.draft.name.trim() || form.name}
      subtitle={<Status edited={edited} />}
      actions={
        <>
          <FormState of={form} />
          <ShowAsCurl calls={callsOf(form, edited.draft)} />
          <DeleteButton form={form} />
          <SaveButton saving={saving} label={editorTexts.save} isDisabled={!edited.isDirty} />
        </>
      }
    >
      <Notices edited={edited} />
      <PageTabs
        label={texts.tabs.label}
        value={tab}
        values={FORM_TABS}
        names={texts.tabs}
        notice={<RoleNotice needs="member" />}
        contents={{
          edit: <FormEditor edited={edited} problems={saving.problems} />,
          share: <ShareTab form={form} />,
          submissions: <SubmissionsTab form={form} />,
        }}
        onChange={(chosen) => void setSearch({ search: { tab: chosen === 'edit' ? undefined : chosen } })}
      />
    </Page>
  )
}

function Notices({ edited }: { edited: EditedForm }) {
  return (
    <>
      <LeaveCheck isUnsaved={edited.isDirty} />
      <DraftNotices draft={edited} conflict={undefined} />
    </>
  )
}

function Status({ edited, isNew = false }: { edited: EditedForm; isNew?: boolean }) {
  const { may } = useProject()
  if (!may('member')) return texts.status.readOnly
  return edited.isDirty || isNew ? texts.status.dirty : texts.status.saved
}

type SaveButtonProps = { saving: ReturnType<typeof useFormSave>; label: string; isDisabled: boolean }

function SaveButton({ saving, label, isDisabled }: SaveButtonProps) {
  const { may } = useProject()
  if (!may('member')) return null
  return (
    <Button
      look="primary"
      icon={<Save />}
      isBusy={saving.isPending}
      disabled={isDisabled}
      onClick={saving.save}
    >
      {label}
    </Button>
  )
}

function DeleteButton({ form }: { form: Form }) {
  const deleting = useDialogParam('delete')
  if (!deleting.isAllowed) return null
  return (
    <>
      <Button look="danger" icon={<Trash2 />} onClick={deleting.onOpen}>
        {texts.deleting.button}
      </Button>
      <DeleteDialog
        kind="form"
        record={form}
        texts={texts.deleting}
        remove={deleteForm}
        isOpen={deleting.isOpen}
        onClose={deleting.onClose}
      />
    </>
  )
}
