import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { lacksConfirmationSender } from '../../../../../src/features/projects/double-opt-in.schema.ts'
import { ApiError } from '../../../api/client/api-error.ts'
import { changeProject, projectQuery } from '../../../api/project/project.ts'
import type { Project } from '../../../api/project/project.ts'
import { templateListQuery } from '../../../api/content/templates.ts'
import { RecordLink } from '../../../app/record-link.tsx'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { buttonClass } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { sentence } from '../../../components/forms/sentence.ts'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { useList } from '../../../patterns/list/use-list.ts'
import { RoleNotice } from '../../../patterns/role/role-notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { Warning } from '../warning.tsx'
import { changesFrom, draftOf, problemsOf } from './opt-in-draft.ts'
import type { OptInDraft, OptInPatch } from './opt-in-draft.ts'
import { optInTexts as texts } from './opt-in.texts.ts'

export function OptInTab() {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(projectQuery(api))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <RoleNotice needs="admin" />
      {data ? <OptInForm key={data.updatedAt} project={data} /> : <Skeleton className="h-96 rounded-xl" />}
    </>
  )
}

type Problems = Readonly<Record<string, string>>

const PREFIX = 'doubleOptIn.'

/** The messages of the server, by the name of the field; undefined if it refused something else. */
function refusalsOf(error: Error): Problems | undefined {
  if (!(error instanceof ApiError) || error.fields.length === 0) return undefined
  if (!error.fields.every(({ field }) => field.startsWith(PREFIX))) return undefined
  return Object.fromEntries(
    error.fields.map(({ field, message }) => [field.slice(PREFIX.length), sentence(message)]),
  )
}

function OptInForm({ project }: { project: Project }) {
  const { api, may } = useProject()
  const { doubleOptIn: saved } = project
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [refused, setRefused] = useState<Problems>({})
  const save = useChange({
    call: (_, doubleOptIn: OptInPatch) => changeProject(api, { doubleOptIn }),
    record: projectQuery(api),
    done: texts.saved,
    form: {
      showServerErrors: (error) => {
        const refusals = refusalsOf(error)
        setRefused(refusals ?? {})
        return refusals !== undefined
      },
    },
  })
  const problems = problemsOf(draft)
  const isValid = Object.keys(problems).length === 0
  const changes = changesFrom(saved, draft)
  const isReadOnly = !may('admin')
  const reset = (to: OptInDraft) => {
    setRefused({})
    setDraft(to)
  }
  const card = {
    draft,
    problems: { ...refused, ...problems },
    isReadOnly,
    change: (part: Partial<OptInDraft>) => reset({ ...draft, ...part }),
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid && !save.isPending) save.mutate(changes)
      }}
    >
      <Introduction />
      <Warning text={lacksConfirmationSender(project) ? texts.noSender : undefined} />
      <fieldset disabled={isReadOnly} className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <WhoCard {...card} />
        <EmailCard {...card} />
      </fieldset>
      {!isReadOnly && (
        <SaveBar
          isDirty={Object.keys(changes).length > 0}
          isBusy={save.isPending}
          onReset={() => reset(draftOf(saved))}
        />
      )}
    </form>
  )
}

function Introduction() {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <p className="max-w-3xl min-w-0 grow basis-72 text-sm text-soft">{texts.text}</p>
      <a
        href="/docs/#tag/project"
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ size: 'small' })}
      >
        <BookOpen aria-hidden />
        {texts.docs}
      </a>
    </div>
  )
}

type CardProps = {
  draft: OptInDraft
  problems: Problems
  isReadOnly: boolean
  change: (part: Partial<OptInDraft>) => void
}

function WhoCard({ draft: { enabled }, problems, isReadOnly, change }: CardProps) {
  const { project } = useProject()
  return (
    <Card title={texts.who}>
      <SwitchRow
        label={texts.switch}
        hint={enabled ? texts.on : texts.off}
        isOn={enabled}
        isDisabled={isReadOnly}
        onChange={(isOn) => change({ enabled: isOn })}
      />
      {problems['enabled'] !== undefined && (
        <p role="alert" className="text-xs font-medium text-bad">
          {problems['enabled']}
        </p>
      )}
      <p className="pt-2 text-xs text-soft">
        {texts.senderHint}{' '}
        <Link
          to="/app/p/$projectId/settings"
          params={{ projectId: project.id }}
          className="text-accent-text underline underline-offset-2"
        >
          {texts.project}
        </Link>
        .
      </p>
    </Card>
  )
}

function EmailCard({ draft, problems, change, isReadOnly }: CardProps) {
  const { redirectUrl, expiresDays } = draft
  return (
    <Card title={texts.email}>
      <div className="flex flex-col gap-4">
        <TemplateChoice
          value={draft.templateId}
          error={problems['templateId']}
          isDisabled={isReadOnly}
          onChange={(templateId) => change({ templateId })}
        />
        <TextField
          label={texts.redirect}
          hint={texts.redirectHint}
          type="url"
          placeholder="https://shop.example/welcome"
          value={redirectUrl}
          error={problems['redirectUrl']}
          onText={(text) => change({ redirectUrl: text })}
        />
        <TextField
          label={texts.expires}
          {...(problems['expiresDays'] === undefined && { hint: texts.says(Number(expiresDays)) })}
          inputMode="numeric"
          value={expiresDays}
          error={problems['expiresDays']}
          onText={(text) => change({ expiresDays: text })}
        />
      </div>
    </Card>
  )
}

// No id has a capital letter.
const BUILT_IN = 'BUILT_IN'

type TemplateChoiceProps = {
  value: string | null
  error: string | undefined
  isDisabled: boolean
  onChange: (id: string | null) => void
}

function TemplateChoice({ value, error, isDisabled, onChange }: TemplateChoiceProps) {
  const { api } = useProject()
  const { query, rows: templates } = useList(templateListQuery(api, { type: 'TRANSACTIONAL' }), 'templates')
  const isListed = value === null || templates.some(({ id }) => id === value)
  return (
    <SelectField
      label={texts.template}
      value={value ?? BUILT_IN}
      options={[
        { value: BUILT_IN, label: texts.builtIn },
        ...(isListed ? [] : [{ value, label: query.isPending ? '…' : texts.goneTemplate(value) }]),
        ...templates.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      isDisabled={isDisabled}
      error={error}
      hint={
        <>
          {texts.templateHint}{' '}
          {value !== null && (
            <RecordLink kind="template" id={value} className="text-accent-text underline underline-offset-2">
              {texts.openTemplate}
            </RecordLink>
          )}
        </>
      }
      onChange={(id) => onChange(id === BUILT_IN ? null : id)}
    />
  )
}
