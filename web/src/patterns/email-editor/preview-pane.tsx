import { AlignLeft, ChevronLeft, ChevronRight, Monitor, Moon, Smartphone } from 'lucide-react'
import { useId } from 'react'
import { usePageSearch } from '../../app/page-search.ts'
import { IconButton } from '../../components/forms/button.tsx'
import { classes } from '../../components/classes.ts'
import { CodeBlock } from '../../components/code/code-snippet.tsx'
import { inputClass, TextArea } from '../../components/forms/field.tsx'
import { Select, optionsOf } from '../../components/forms/select.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { EmailFrame, useRemoteImages } from '../email/email-frame.tsx'
import { emailEditor } from './email-editor.texts.ts'
import { InboxRow } from './inbox-row.tsx'
import type { PreviewKind, PreviewValues } from './preview-values.ts'
import type { RenderedState } from './use-rendered-draft.ts'

const { preview: texts } = emailEditor

const KINDS = optionsOf(texts.asOptions)

const VIEWS = [
  { view: 'desktop', icon: <Monitor /> },
  { view: 'phone', icon: <Smartphone /> },
  { view: 'dark', icon: <Moon /> },
  { view: 'text', icon: <AlignLeft /> },
] as const

type PreviewPaneProps = {
  state: RenderedState
  values: PreviewValues
  /** Name or address of the sender, for the row of the inbox; without one there is no such row. */
  sender?: string | undefined
}

export function PreviewPane({ state, values, sender }: PreviewPaneProps) {
  const { search, change } = usePageSearch()
  const { view = 'desktop' } = search
  const images = useRemoteImages()
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <Select<PreviewKind>
          label={texts.as}
          value={values.kind}
          options={KINDS}
          onChange={(kind) => values.choose(kind)}
        />
        {values.kind === 'contact' && <ContactChoice values={values} />}
        <div className="ml-auto flex gap-1">
          {images.button}
          {VIEWS.map((one) => (
            <IconButton
              key={one.view}
              label={texts[one.view]}
              aria-pressed={view === one.view}
              onClick={() =>
                change({ view: one.view === 'desktop' ? undefined : one.view }, { replace: true })
              }
            >
              {one.icon}
            </IconButton>
          ))}
        </div>
      </div>
      {values.kind === 'json' && (
        <div className="border-b border-line px-4 py-3">
          <TextArea
            label={texts.json}
            value={values.json}
            spellCheck={false}
            error={values.isJsonBad ? texts.badJson : undefined}
            onText={values.setJson}
          />
        </div>
      )}
      <RenderedEmail state={state} view={view} sender={sender} areImagesAllowed={images.areImagesAllowed} />
    </div>
  )
}

function ContactChoice({ values }: { values: PreviewValues }) {
  const list = useId()
  const note = useId()
  return (
    <div className="flex min-w-0 grow flex-wrap items-center gap-2">
      <input
        type="email"
        list={list}
        aria-label={texts.contact}
        placeholder={texts.contactHint}
        aria-invalid={values.isContactUnknown}
        aria-describedby={note}
        value={values.address}
        maxLength={254}
        onChange={({ target }) => values.setAddress(target.value)}
        className={classes(inputClass, 'max-w-64')}
      />
      <datalist id={list}>
        {values.suggestions.map((email) => (
          <option key={email} value={email} />
        ))}
      </datalist>
      <Stepping people={values.people} />
      <span id={note} role="status" className="text-xs text-bad">
        {values.isContactUnknown ? texts.noContact : ''}
      </span>
    </div>
  )
}

function Stepping({ people }: { people: PreviewValues['people'] }) {
  const { previous, next, place, total, isNobody } = people
  if (isNobody) return <span className="text-xs text-soft">{texts.nobody}</span>
  return (
    <span className="flex items-center">
      <IconButton label={texts.previous} disabled={!previous} onClick={previous}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={texts.next} disabled={!next} onClick={next}>
        <ChevronRight />
      </IconButton>
      {place !== undefined && total !== undefined && (
        <span className="tabular pl-1 text-xs whitespace-nowrap text-soft">{texts.place(place, total)}</span>
      )}
    </span>
  )
}

type RenderedEmailProps = {
  state: RenderedState
  view: (typeof VIEWS)[number]['view']
  sender: string | undefined
  areImagesAllowed: boolean
}

function RenderedEmail({ state, view, sender, areImagesAllowed }: RenderedEmailProps) {
  const { rendered, isStale, problems } = state
  const [problem] = problems
  if (!rendered && problem) return <p className="p-8 text-center text-sm text-soft">{problem.message}</p>
  if (!rendered) {
    return (
      <div className="p-4">
        <Skeleton className="h-64 w-full rounded-xl" />
      </div>
    )
  }
  const isDark = view === 'dark'
  return (
    // Focusable, so that keyboards can scroll it.
    <div
      tabIndex={0}
      role="region"
      aria-label={texts.title}
      aria-busy={isStale}
      className="flex min-h-0 grow flex-col overflow-y-auto bg-ground"
    >
      {sender === undefined ? (
        <p className="truncate border-b border-line bg-panel px-4 py-2 text-sm font-medium">
          {rendered.subject || texts.noSubject}
        </p>
      ) : (
        <InboxRow sender={sender} rendered={rendered} size={view === 'phone' ? 'phone' : 'desktop'} />
      )}
      {view === 'text' ? (
        <CodeBlock label={texts.text} text={rendered.text} />
      ) : (
        <div className="p-4">
          <EmailFrame
            title={texts.title}
            html={rendered.html}
            width={view === 'phone' ? 'phone' : 'desktop'}
            areImagesAllowed={areImagesAllowed}
            isDark={isDark}
          />
          {isDark && <p className="pt-3 text-center text-xs text-soft">{texts.darkHint}</p>}
        </div>
      )}
    </div>
  )
}
