import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { versionListQuery, versionQuery } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { CodeDiff } from '../../components/code/code-diff.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Select } from '../../components/forms/select.tsx'
import { Time } from '../../format/time.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { MoreButton } from '../../patterns/list/show-more.tsx'
import { editor } from './editor.texts.ts'
import { fieldsOf } from './template-fields.ts'
import type { TemplateDraft } from './use-template-draft.ts'
import { useList } from '../../patterns/list/use-list.ts'

const { versions: texts } = editor

type VersionsPaneProps = {
  draft: TemplateDraft
  /** The body of the draft; the server renders that of blocks. */
  body: string
  isReadOnly: boolean
}

export function VersionsPane({ draft, body, isReadOnly }: VersionsPaneProps) {
  const { api } = useProject()
  const { base, isDirty } = draft
  const { query, rows: all } = useList(versionListQuery(api, base.id), 'versions')
  // Without changes, the draft equals the saved version.
  const older = all.filter(({ version }) => isDirty || version < base.version)
  const [chosen, setChosen] = useState<number>()
  const shown = older.find(({ version }) => version === chosen) ?? older[0]
  if (query.isError) return <ErrorNotice error={query.error} />
  if (!shown) return <p className="p-8 text-center text-sm text-soft">{query.isPending ? '…' : texts.only}</p>
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
        <Select
          label={texts.choose}
          prefix={`${texts.choose}:`}
          value={String(shown.version)}
          options={older.map(({ version }) => ({ value: String(version), label: texts.option(version) }))}
          onChange={(value) => setChosen(Number(value))}
        />
        <MoreButton query={query} />
        <span className="text-xs text-soft">
          {texts.saved} <Time at={shown.createdAt} />
        </span>
      </div>
      <Comparison draft={draft} body={body} version={shown.version} isReadOnly={isReadOnly} />
    </div>
  )
}

function Comparison({ draft, body, version, isReadOnly }: VersionsPaneProps & { version: number }) {
  const { api } = useProject()
  const { base, fields, change } = draft
  const { data, error } = useQuery(versionQuery(api, base.id, version))
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  const restore = () => {
    change(fieldsOf({ ...data, alias: fields.alias || null }))
    toast.good(texts.restored(version))
  }
  return (
    <>
      {data.subject !== fields.subject && (
        <p className="border-b border-line px-4 py-2 text-sm">
          <span className="text-soft">{texts.subjectWas}: </span>
          {data.subject}
        </p>
      )}
      {data.body === body ? (
        <p className="grow p-8 text-center text-sm text-soft">{texts.same}</p>
      ) : (
        <div className="min-h-0 grow">
          <CodeDiff label={texts.diff} before={data.body} after={body} />
        </div>
      )}
      {!isReadOnly && (
        <div className="border-t border-line px-4 py-2.5">
          <Button icon={<History />} onClick={restore}>
            {texts.restore}
          </Button>
        </div>
      )}
    </>
  )
}
