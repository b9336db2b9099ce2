import { Dialog } from '../components/overlays/dialog.tsx'
import { Kbd } from '../components/kbd.tsx'
import { shortcutTexts as texts } from './app.texts.ts'
import { NAVIGATION } from './navigation.ts'
import { PALETTE_KEYS } from './palette-keys.ts'

const LISTS: readonly (readonly [string, string])[] = [
  ['J', texts.down],
  ['K', texts.up],
  ['Enter', texts.open],
  ['X', texts.select],
]

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const everywhere: (readonly [string, string])[] = [
    [PALETTE_KEYS, texts.palette],
    ['/', texts.focusSearch],
    ['?', texts.help],
    ...NAVIGATION.map(({ key, label }) => [`G ${key.toUpperCase()}`, texts.jump(label)] as const),
  ]
  return (
    <Dialog title={texts.title} isOpen={isOpen} onClose={onClose}>
      <KeyList title={texts.everywhere} keys={everywhere} />
      <KeyList title={texts.lists} keys={LISTS} />
    </Dialog>
  )
}

function KeyList({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section className="mt-2">
      <h3 className="text-xs font-medium text-soft">{title}</h3>
      <ul className="mt-1 divide-y divide-line">
        {keys.map(([key, what]) => (
          <li key={key} className="flex h-9 items-center justify-between text-sm">
            {what}
            <span>
              <span className="sr-only">{key}</span>
              <Kbd>{key}</Kbd>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
