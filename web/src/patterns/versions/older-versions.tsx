// The versions of a template or a partial before the one that is edited: one is chosen, compared with the editor, and restored.
import { History } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { CodeDiff } from '../../components/code/code-diff.tsx'
import { Button } from '../../components/forms/button.tsx'
import { Select } from '../../components/forms/select.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Time } from '../../format/time.tsx'
import { MoreButton } from '../list/show-more.tsx'
import type { LoadedList } from '../list/use-list.ts'

type Version = { version: number; createdAt: string }

type ChoiceTexts = { choose: string; option: (version: number) => string; only: string; saved: string }

type OlderVersionsProps = {
  texts: ChoiceTexts
  /** All of them. */
  list: LoadedList<Version>
  draft: { base: { version: number }; isDirty: boolean }
  /** The comparison with the chosen one. */
  children: (version: number) => ReactNode
}

export function OlderVersions({ texts, list, draft: { base, isDirty }, children }: OlderVersionsProps) {
  const { query, rows: all } = list
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
      {children(shown.version)}
    </div>
  )
}

type VersionDifferenceProps = {
  texts: { diff: string; same: string; restore: string; restored: (version: number) => string }
  version: number
  /** The code of the version, and that in the editor. */
  before: string
  after: string
  /** Undefined for who may only look. */
  onRestore: (() => void) | undefined
}

export function VersionDifference(props: VersionDifferenceProps) {
  const { texts, version, before, after, onRestore } = props
  return (
    <>
      {before === after ? (
        <p className="grow p-8 text-center text-sm text-soft">{texts.same}</p>
      ) : (
        <div className="min-h-0 grow">
          <CodeDiff label={texts.diff} before={before} after={after} />
        </div>
      )}
      {onRestore && (
        <div className="border-t border-line px-4 py-2.5">
          <Button
            icon={<History />}
            onClick={() => {
              onRestore()
              toast.good(texts.restored(version))
            }}
          >
            {texts.restore}
          </Button>
        </div>
      )}
    </>
  )
}
