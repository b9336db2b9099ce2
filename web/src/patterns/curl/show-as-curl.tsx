import { Terminal } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../../app/use-project.ts'
import { CodeSnippet } from '../../components/code/code-snippet.tsx'
import { IconButton } from '../../components/forms/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { curlOf } from './curl.ts'
import type { Asked } from './curl.ts'
import { curlTexts as texts } from './curl.texts.ts'

export type ApiCall = Asked & {
  /** What it does: "List", "Create". */
  name: string
  path: string
}

/** A button that shows what the page does as calls of the API. */
export function ShowAsCurl({ calls }: { calls: readonly ApiCall[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label={texts.show} onClick={() => setIsOpen(true)}>
        <Terminal />
      </IconButton>
      <Dialog
        title={texts.title}
        description={texts.text}
        width="wide"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <Samples calls={calls} />
      </Dialog>
    </>
  )
}

/** Written when somebody looks, not with every key: the body of a large workflow takes a while. */
function Samples({ calls }: { calls: readonly ApiCall[] }) {
  const { account } = useProject()
  const samples = calls.map(({ name, path, ...asked }) => ({ name, code: curlOf(account, path, asked) }))
  return <CodeSnippet samples={samples} />
}
