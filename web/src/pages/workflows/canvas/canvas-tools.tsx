import { useReactFlow } from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/forms/button.tsx'
import { editor } from '../editor.texts.ts'

const { canvas: texts } = editor

const BOX = 'absolute flex rounded-xl border border-line bg-panel p-0.5 shadow-raised'

export function CanvasTools({ children }: { children: ReactNode }) {
  const flow = useReactFlow()
  return (
    <>
      {children !== undefined && <div className={`${BOX} top-3 left-3`}>{children}</div>}
      <div className={`${BOX} bottom-3 left-3 flex-col`}>
        <IconButton label={texts.zoomIn} onClick={() => void flow.zoomIn()}>
          <Plus />
        </IconButton>
        <IconButton label={texts.zoomOut} onClick={() => void flow.zoomOut()}>
          <Minus />
        </IconButton>
        <IconButton label={texts.fit} onClick={() => void flow.fitView({ maxZoom: 1, padding: 0.1 })}>
          <Maximize />
        </IconButton>
      </div>
    </>
  )
}
