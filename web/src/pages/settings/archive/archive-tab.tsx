import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { ArchivePatch } from '../../../../../src/features/projects/archive.schema.ts'
import { changeProject, projectQuery } from '../../../api/project/project.ts'
import type { Project } from '../../../api/project/project.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Copyable } from '../../../components/copy-button.tsx'
import { buttonClass } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { sentence } from '../../../components/forms/sentence.ts'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card, Facts } from '../../../components/page.tsx'
import { RoleNotice } from '../../../patterns/role/role-notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { archiveTexts as texts } from './archive.texts.ts'

export function ArchiveTab() {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(projectQuery(api))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <RoleNotice needs="admin" />
      {data ? (
        <ArchiveForm key={data.updatedAt} archive={data.archive} />
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </>
  )
}

type Archive = Project['archive']
type ArchiveChanges = z.input<typeof ArchivePatch>

function ArchiveForm({ archive: saved }: { archive: Archive }) {
  const { api, may } = useProject()
  const [enabled, setEnabled] = useState(saved.enabled)
  const [typed, setTyped] = useState(saved.title ?? '')
  const save = useChange({
    call: (_, archive: ArchiveChanges) => changeProject(api, { archive }),
    record: projectQuery(api),
    done: texts.saved,
  })
  const title = typed.trim() || null
  // Only what differs: somebody else may be changing the rest.
  const changes: ArchiveChanges = {
    ...(enabled !== saved.enabled && { enabled }),
    ...(title !== saved.title && { title }),
  }
  const problem = ArchivePatch.safeParse(changes).error?.issues[0]?.message
  const isReadOnly = !may('admin')
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === undefined && !save.isPending) save.mutate(changes)
      }}
    >
      <p className="max-w-3xl text-sm text-soft">{texts.text}</p>
      <fieldset disabled={isReadOnly} className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <Card title={texts.pages}>
          <SwitchRow
            label={texts.switch}
            hint={enabled ? texts.on : texts.off}
            isOn={enabled}
            isDisabled={isReadOnly}
            onChange={setEnabled}
          />
          <TextField
            label={texts.title}
            hint={texts.titleHint}
            value={typed}
            error={problem === undefined ? undefined : sentence(problem)}
            onText={setTyped}
          />
        </Card>
        <AddressCard archive={saved} />
      </fieldset>
      {!isReadOnly && (
        <SaveBar
          isDirty={Object.keys(changes).length > 0}
          isBusy={save.isPending}
          onReset={() => {
            setEnabled(saved.enabled)
            setTyped(saved.title ?? '')
          }}
        />
      )}
    </form>
  )
}

function AddressCard({ archive: { enabled, path } }: { archive: Archive }) {
  const url = `${useProject().account.instance.publicUrl}${path}`
  return (
    <Card title={texts.addresses}>
      <Facts
        facts={[
          [texts.list, <Copyable key="list" text={url} label={texts.copyList} />],
          [texts.feed, <Copyable key="feed" text={`${url}/feed.xml`} label={texts.copyFeed} />],
        ]}
      />
      <p className="py-2 text-xs text-soft">{texts.choose}</p>
      {enabled && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'small' })}>
          <ExternalLink aria-hidden />
          {texts.open}
        </a>
      )}
    </Card>
  )
}
