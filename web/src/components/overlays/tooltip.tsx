import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Kbd } from '../kbd.tsx'

type TipProps = { text: string; shortcut?: string | undefined; children: ReactElement }

export function Tip({ text, shortcut, children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="popup-motion flex items-center gap-2 rounded-md bg-text px-2 py-1 text-xs font-medium text-ground shadow-popup">
            {text}
            {shortcut !== undefined && <Kbd onDark>{shortcut}</Kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
