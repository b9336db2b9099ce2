import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { brandQuery, changeBrand } from '../../../api/content/brand.ts'
import type { BrandKit } from '../../../api/content/brand.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { RoleNotice } from '../../../patterns/role/role-notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { changesFrom, draftOf, problemsOf } from './brand-draft.ts'
import type { BrandCardProps, Problems } from './brand-draft.ts'
import { ColoursCard, FooterCard, LogoCard, ShapeCard } from './brand-cards.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { brandTexts as texts } from './brand.texts.ts'
import { SocialCard } from './social-card.tsx'

export function BrandTab() {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(brandQuery(api))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <RoleNotice needs="admin" />
      {data ? (
        <BrandForm key={data.updatedAt ?? ''} saved={data} />
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </>
  )
}

/** The messages of the server, by the path of the field; invalid Liquid can only be in the footer. */
function refusalsOf(error: Error): Problems {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'TEMPLATE_SYNTAX') return { footer: error.message }
  return Object.fromEntries(error.fields.map(({ field, message }) => [field, sentence(message)]))
}

function BrandForm({ saved }: { saved: BrandKit }) {
  const { api, may } = useProject()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [refused, setRefused] = useState<Problems>({})
  const save = useChange({ call: changeBrand, record: brandQuery(api), done: texts.saved, showsError: true })
  const isReadOnly = !may('admin')
  const changes = changesFrom(saved, draft)
  const problems = problemsOf(draft)
  const isValid = Object.keys(problems).length === 0
  const card: BrandCardProps = {
    draft,
    problems: { ...refused, ...problems },
    isReadOnly,
    onChange: (changed) => {
      setRefused({})
      setDraft({ ...draft, ...changed })
    },
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isValid || save.isPending) return
        save.mutate(changes, { onError: (error) => setRefused(refusalsOf(error)) })
      }}
    >
      <p className="max-w-3xl text-sm text-soft">{texts.text}</p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-4">
          <LogoCard {...card} />
          <ColoursCard {...card} />
          <ShapeCard {...card} />
          <FooterCard {...card} />
          <SocialCard {...card} />
        </fieldset>
        <BrandPreview draft={draft} isValid={isValid} />
      </div>
      {save.error && Object.keys(refused).length === 0 && <ErrorNotice error={save.error} />}
      {!isReadOnly && (
        <SaveBar
          isDirty={Object.keys(changes).length > 0}
          isBusy={save.isPending}
          onReset={() => setDraft(draftOf(saved))}
        />
      )}
    </form>
  )
}
