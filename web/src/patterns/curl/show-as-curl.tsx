import { Terminal } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../../app/use-project.ts'
import { CodeSnippet } from '../../components/code/code-snippet.tsx'
import { IconButton } from '../../components/forms/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { curlOf } from './curl.ts'
import type { CurlRequest } from './curl.ts'
import { curlTexts as texts } from './curl.texts.ts'

export type ApiCall = CurlRequest & {
  /** The action: "List", "Create". */
  name: string
  path: string
}

/** A button that shows the API calls behind the page. */
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

/** Rendered only while the dialog is open: the body of a large workflow takes a while. */
function Samples({ calls }: { calls: readonly ApiCall[] }) {
  const { account } = useProject()
  const samples = calls.map(({ name, path, ...request }) => ({ name, code: curlOf(account, path, request) }))
  return <CodeSnippet samples={samples} />
}
