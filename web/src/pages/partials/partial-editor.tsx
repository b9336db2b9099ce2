// The editor of a partial: its code on the left; preview, problems, uses and versions on the right.
import { getRouteApi } from '@tanstack/react-router'
import { Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { renderedPartialQuery } from '../../api/content/partials.ts'
import type { Partial } from '../../api/content/partials.ts'
import { useDialogParam, usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import type { CodePlace } from '../../components/code/code-editor.tsx'
import { Copyable } from '../../components/copy-button.tsx'
import { Button } from '../../components/forms/button.tsx'
import { useSaveKey } from '../../components/forms/use-save-key.ts'
import { Page } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { DraftDifference } from '../../patterns/draft/draft-difference.tsx'
import { DraftNotices } from '../../patterns/draft/draft-notices.tsx'
import { LeaveCheck } from '../../patterns/draft/leave-check.tsx'
import { BodyEditor } from '../../patterns/email-editor/body-editor.tsx'
import { EmailLayout, EmailPanes } from '../../patterns/email-editor/email-layout.tsx'
import { PreviewPane } from '../../patterns/email-editor/preview-pane.tsx'
import { usePreviewValues } from '../../patterns/email-editor/preview-values.ts'
import { ProblemsPane } from '../../patterns/email-editor/problems-pane.tsx'
import { useRenderedDraft } from '../../patterns/email-editor/use-rendered-draft.ts'
import { Uses } from '../../patterns/uses/uses.tsx'
import { DeletePartialDialog } from './delete-partial-dialog.tsx'
import { PANES } from './partial-views.ts'
import type { Pane } from './partial-views.ts'
import { partialTexts, tagOf } from './partials.texts.ts'
import { usePartialDraft } from './use-partial-draft.ts'
import type { PartialDraft } from './use-partial-draft.ts'
import { VersionsPane } from './versions-pane.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/partials/$partialId')
const { editor: texts, calls, deleting, usedBy } = partialTexts

export function PartialEditor({ partial }: { partial: Partial }) {
  const { may } = useProject()
  const draft = usePartialDraft(partial)
  const { pane = 'preview' } = route.useSearch()
  const { change } = usePageSearch()
  const values = usePreviewValues()
  const { key, name } = draft.base
  const state = useRenderedDraft(
    { subject: name, body: draft.fields.body },
    values,
    renderedPartialQuery(key),
  )
  const [jump, setJump] = useState<CodePlace>()
  const isReadOnly = !may('member')
  const save = () => {
    if (!isReadOnly && draft.isDirty && !draft.save.isPending) draft.save.mutate()
  }
  useSaveKey(save)
  const panes: Record<Pane, ReactNode> = {
    preview: <PreviewPane state={state} values={values} />,
    problems: <ProblemsPane problems={state.problems} onJump={setJump} />,
    uses: <UsesPane partial={partial} />,
    versions: <VersionsPane draft={draft} isReadOnly={isReadOnly} />,
  }
  return (
    <Page
      title={name}
      subtitle={<Status draft={draft} isReadOnly={isReadOnly} />}
      actions={<Actions draft={draft} partial={partial} isReadOnly={isReadOnly} onSave={save} />}
    >
      <LeaveCheck isUnsaved={draft.isDirty && !isReadOnly} />
      <EmailLayout
        notices={<Notices draft={draft} />}
        lines={
          <p className="flex flex-wrap items-center gap-1.5 border-b border-line bg-panel px-5 py-3 text-sm text-soft">
            {texts.tag}
            <Copyable text={tagOf(key)} label={partialTexts.copyTag(key)} />
          </p>
        }
        editor={
          <BodyEditor
            value={draft.fields.body}
            onChange={(body) => draft.change({ body })}
            problem={state.mark}
            jump={jump}
            isReadOnly={isReadOnly}
          />
        }
        panes={
          <EmailPanes
            value={pane}
            values={PANES}
            names={texts.panes}
            panes={panes}
            problems={state.problems}
            onChange={(chosen: Pane) =>
              change({ pane: chosen === 'preview' ? undefined : chosen }, { replace: true })
            }
          />
        }
      />
    </Page>
  )
}

type ActionsProps = { draft: PartialDraft; partial: Partial; isReadOnly: boolean; onSave: () => void }

function Actions({ draft: { base, fields, save, isDirty }, partial, isReadOnly, onSave }: ActionsProps) {
  const removing = useDialogParam('delete', 'admin')
  const path = `/partials/${base.id}`
  return (
    <>
      <ShowAsCurl
        calls={[
          { name: calls.read, path },
          { name: calls.update, path, method: 'PATCH', body: { body: fields.body } },
        ]}
      />
      {removing.isAllowed && (
        <Button look="danger" icon={<Trash2 />} onClick={removing.onOpen}>
          {deleting.button}
        </Button>
      )}
      {!isReadOnly && (
        <Button look="primary" icon={<Save />} isBusy={save.isPending} disabled={!isDirty} onClick={onSave}>
          {texts.save}
        </Button>
      )}
      <DeletePartialDialog partial={partial} isOpen={removing.isOpen} onClose={removing.onClose} />
    </>
  )
}

function Status({ draft: { base, isDirty }, isReadOnly }: { draft: PartialDraft; isReadOnly: boolean }) {
  if (isReadOnly) return texts.states.readOnly
  if (isDirty) return texts.states.dirty
  return (
    <>
      {texts.states.saved(base.version)} · <Time at={base.updatedAt} />
    </>
  )
}

function Notices({ draft }: { draft: PartialDraft }) {
  const { conflict, fields } = draft
  return (
    <DraftNotices
      draft={draft}
      conflict={
        conflict && {
          text: texts.conflict.text(conflict.version),
          comparison: {
            title: texts.conflict.title,
            content: (
              <DraftDifference label={texts.conflict.diff} theirs={conflict.body} mine={fields.body} />
            ),
          },
        }
      }
    />
  )
}

function UsesPane({ partial: { usedBy: uses, usedByCount } }: { partial: Partial }) {
  return (
    <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4">
      {usedByCount > 0 && <p className="text-sm text-soft">{usedBy.text}</p>}
      <Uses of={uses} />
      {usedByCount > uses.length && (
        <p className="text-sm text-soft">{usedBy.more(usedByCount - uses.length)}</p>
      )}
    </div>
  )
}
