import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { partialVersionListQuery, partialVersionQuery } from '../../api/content/partials.ts'
import { useProject } from '../../app/use-project.ts'
import { CodeDiff } from '../../components/code/code-diff.tsx'
import { Button } from '../../components/forms/button.tsx'
import { Select } from '../../components/forms/select.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Time } from '../../format/time.tsx'
import { MoreButton } from '../../patterns/list/show-more.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { partialTexts } from './partials.texts.ts'
import type { PartialDraft } from './use-partial-draft.ts'

const { versions: texts } = partialTexts

type VersionsPaneProps = { draft: PartialDraft; isReadOnly: boolean }

export function VersionsPane({ draft, isReadOnly }: VersionsPaneProps) {
  const { api } = useProject()
  const { base, isDirty } = draft
  const { query, rows: all } = useList(partialVersionListQuery(api, base.id), 'versions')
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
      <Comparison draft={draft} version={shown.version} isReadOnly={isReadOnly} />
    </div>
  )
}

function Comparison({ draft, version, isReadOnly }: VersionsPaneProps & { version: number }) {
  const { api } = useProject()
  const { base, fields, change } = draft
  const { data, error } = useQuery(partialVersionQuery(api, base.id, version))
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  const restore = () => {
    change({ body: data.body })
    toast.good(texts.restored(version))
  }
  return (
    <>
      {data.body === fields.body ? (
        <p className="grow p-8 text-center text-sm text-soft">{texts.same}</p>
      ) : (
        <div className="min-h-0 grow">
          <CodeDiff label={texts.diff} before={data.body} after={fields.body} />
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
