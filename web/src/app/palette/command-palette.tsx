// Ctrl-K: pages, actions and records from anywhere. The field keeps the focus: arrows choose, Enter opens.
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { classes } from '../../components/classes.ts'
import { Kbd } from '../../components/kbd.tsx'
import { app as texts } from '../app.texts.ts'
import { rememberEntry, useEntries } from './palette-entries.ts'
import type { Entry } from './palette-entry.ts'

type PaletteProps = { isOpen: boolean; onClose: () => void; onHelp: () => void }

export function CommandPalette({ isOpen, onClose, onHelp }: PaletteProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-100 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Dialog.Popup className="popup-motion fixed top-[14vh] left-1/2 z-40 flex max-h-[60vh] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-2xl border border-line bg-panel shadow-popup outline-none">
          <Dialog.Title className="sr-only">{texts.palette.title}</Dialog.Title>
          <PaletteContent onClose={onClose} onHelp={onHelp} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteContent({ onClose, onHelp }: Omit<PaletteProps, 'isOpen'>) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const groups = useEntries(text, { onHelp })
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(chosen, Math.max(0, entries.length - 1))
  const open = (entry: Entry | undefined) => {
    if (!entry) return
    rememberEntry(entry)
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      const next = (current + step + entries.length) % entries.length
      setChosen(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') open(entries[current])
  }
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-soft" aria-hidden />
        <input
          role="combobox"
          aria-label={texts.palette.placeholder}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? `${listId}-${current}` : undefined}
          autoComplete="off"
          placeholder={texts.palette.placeholder}
          value={text}
          maxLength={254}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent text-[15px] outline-none placeholder:text-faint"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={texts.palette.title}
        className="min-h-0 overflow-y-auto p-1.5"
      >
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <p className="px-2.5 pt-2 pb-1 text-xs font-medium text-soft" aria-hidden>
              {group.label}
            </p>
            {group.entries.map((entry) => (
              <PaletteRow
                key={entry.id}
                entry={entry}
                id={`${listId}-${entries.indexOf(entry)}`}
                isChosen={entries[current] === entry}
                onOpen={() => open(entry)}
                onPoint={() => setChosen(entries.indexOf(entry))}
              />
            ))}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={entries.length === 0 ? 'px-4 pb-6 text-center text-sm text-soft' : 'sr-only'}
      >
        {entries.length === 0 ? texts.palette.nothing : texts.palette.results(entries.length)}
      </p>
    </>
  )
}

type RowProps = { entry: Entry; id: string; isChosen: boolean; onOpen: () => void; onPoint: () => void }

function PaletteRow({ entry, id, isChosen, onOpen, onPoint }: RowProps) {
  const { icon: Icon, label, detail, keys } = entry
  return (
    // The field keeps the focus and refers to this by aria-activedescendant.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={onOpen}
      onMouseMove={onPoint}
      className={classes(
        'flex h-9 cursor-default items-center gap-2.5 rounded-lg px-2.5 text-sm',
        isChosen && 'bg-hover',
      )}
    >
      <Icon className="size-4 shrink-0 text-soft" aria-hidden />
      <span className="truncate">{label}</span>
      {detail !== undefined && <span className="min-w-0 truncate text-xs text-soft">{detail}</span>}
      {keys !== undefined && (
        <span className="ml-auto">
          <Kbd>{keys}</Kbd>
        </span>
      )}
    </div>
  )
}
