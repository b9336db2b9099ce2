// Pictures of what a new email can begin with. One of them can be looked at in large, on a phone and in dark mode.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Eye, Monitor, Moon, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { GALLERY } from '../../../../src/features/templates/gallery/gallery.values.ts'
import { GALLERY_KINDS } from '../../../../src/features/templates/gallery/gallery-kinds.values.ts'
import type { GalleryKind } from '../../../../src/features/templates/gallery/gallery-kinds.values.ts'
import type { Template } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { Select } from '../../components/forms/select.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { EmailFrame } from '../email/email-frame.tsx'
import { EmailThumbnail } from '../email/email-thumbnail.tsx'
import { galleryTexts as texts } from './gallery.texts.ts'
import { renderedStartQuery, startOfItem, startOfTemplate } from './start.ts'
import type { Start } from './start.ts'

type StartFilter = 'all' | 'own' | 'empty' | GalleryKind

type StartPickerProps = {
  empty: readonly Start[]
  /** Templates of the project. */
  templates?: readonly Template[]
  /** Only emails of the gallery with this type. */
  type?: Template['type']
  value: Start
  onChange: (start: Start) => void
}

export function StartPicker({ empty, templates = [], type, value, onChange }: StartPickerProps) {
  const [shown, setShown] = useState<StartFilter>('all')
  const [looked, setLooked] = useState<PicturedStart>()
  const items = GALLERY.filter((item) => type === undefined || item.type === type)
  const starts = [
    ...(shown === 'all' || shown === 'empty' ? empty : []),
    ...(shown === 'all' || shown === 'own' ? templates.map(startOfTemplate) : []),
    ...items.filter(({ kind }) => shown === 'all' || shown === kind).map(startOfItem),
  ]
  if (looked) {
    const choose = () => {
      onChange(looked)
      setLooked(undefined)
    }
    return <LargePreview start={looked} onBack={() => setLooked(undefined)} onUse={choose} />
  }
  const kinds = GALLERY_KINDS.filter((kind) => items.some((item) => item.kind === kind))
  const options = [
    { value: 'all' as StartFilter, label: texts.all },
    ...(templates.length > 0 ? [{ value: 'own' as StartFilter, label: texts.own }] : []),
    ...kinds.map((kind) => ({ value: kind as StartFilter, label: texts.kinds[kind] })),
    { value: 'empty' as StartFilter, label: texts.empty },
  ]
  return (
    <fieldset className="min-w-0">
      <div className="flex items-end justify-between gap-3 pb-2">
        <legend className="float-left text-sm font-semibold">{texts.label}</legend>
        <Select label={texts.filter} value={shown} options={options} onChange={setShown} />
      </div>
      <Tiles starts={starts} value={value} onChange={onChange} onLook={setLooked} />
    </fieldset>
  )
}

type PicturedStart = Exclude<Start, { from: 'empty' }>

type TilesProps = {
  starts: readonly Start[]
  value: Start
  onChange: (start: Start) => void
  onLook: (start: PicturedStart) => void
}

function Tiles({ starts, value, onChange, onLook }: TilesProps) {
  const name = useId()
  return (
    // Scrolls by itself, so that the buttons of the dialog stay in view.
    <div className="-m-1 grid max-h-[40vh] grid-cols-2 gap-3 overflow-y-auto p-1 sm:grid-cols-3">
      {starts.map((start) => (
        <div
          key={start.id}
          className={classes(
            'relative flex flex-col overflow-hidden rounded-xl border bg-panel shadow-raised transition-colors has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent',
            start.id === value.id ? 'border-accent' : 'border-edge hover:border-accent',
          )}
        >
          {start.from !== 'empty' && <Picture start={start} />}
          <label
            className={classes(
              'flex grow cursor-pointer items-start gap-2 p-2.5 after:absolute after:inset-0',
              start.from !== 'empty' && 'border-t border-line',
              start.id === value.id && 'bg-accent-soft',
            )}
          >
            <input
              type="radio"
              name={name}
              value={start.id}
              checked={start.id === value.id}
              onChange={() => onChange(start)}
              className="relative z-10 mt-1 size-3.5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{start.name}</span>
              <span className="line-clamp-2 text-xs text-soft">{start.hint}</span>
            </span>
          </label>
          {start.from !== 'empty' && (
            <span className="absolute top-1.5 right-1.5 z-10 rounded-lg border border-line bg-panel shadow-raised">
              <IconButton label={texts.preview(start.name)} onClick={() => onLook(start)}>
                <Eye />
              </IconButton>
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

function Picture({ start }: { start: PicturedStart }) {
  const { api } = useProject()
  const query = renderedStartQuery(api, start)
  return <EmailThumbnail title={start.name} query={query} size="third" className="h-36 shrink-0" />
}

const VIEWS = [
  { view: 'desktop', icon: <Monitor /> },
  { view: 'phone', icon: <Smartphone /> },
  { view: 'dark', icon: <Moon /> },
] as const

type LargePreviewProps = { start: PicturedStart; onBack: () => void; onUse: () => void }

function LargePreview({ start, onBack, onUse }: LargePreviewProps) {
  const { api } = useProject()
  const [view, setView] = useState<(typeof VIEWS)[number]['view']>('desktop')
  const { data, error } = useQuery(renderedStartQuery(api, start))
  return (
    <section aria-label={texts.previewOf(start.name)} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={<ArrowLeft />} onClick={onBack}>
          {texts.back}
        </Button>
        <div className="ml-auto flex items-center gap-1">
          {VIEWS.map((one) => (
            <IconButton
              key={one.view}
              label={texts.views[one.view]}
              aria-pressed={view === one.view}
              onClick={() => setView(one.view)}
            >
              {one.icon}
            </IconButton>
          ))}
          <Button look="primary" onClick={onUse}>
            {texts.use}
          </Button>
        </div>
      </div>
      {error && !data && <ErrorNotice error={error} />}
      {!data && !error && <Skeleton className="h-80 rounded-xl" />}
      {data && (
        <EmailFrame
          title={texts.previewOf(start.name)}
          html={data.html}
          width={view === 'phone' ? 'phone' : 'desktop'}
          isDark={view === 'dark'}
        />
      )}
    </section>
  )
}
