import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { contactFieldsQuery } from '../../api/audience/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { classes } from '../../components/classes.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { TextArea } from '../../components/forms/field.tsx'
import { Card } from '../../components/page.tsx'
import { imports } from './import.texts.ts'
import { readFile } from './read-file.ts'
import type { ReadFile } from './read-file.ts'

const texts = imports.file

const MAX_PASTED = 5_000_000

type ImportSource = { name: string; blob: Blob }

export function FileStep({ onFile }: { onFile: (file: ReadFile) => void }) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [pasted, setPasted] = useState('')
  const read = useMutation({
    mutationFn: async (source: ImportSource) => {
      const { fields } = await queryClient.ensureQueryData(contactFieldsQuery(api))
      const file = await readFile(
        source,
        fields.map(({ key }) => key),
      )
      if (!file) throw new Error(texts.empty)
      return file
    },
    onSuccess: onFile,
  })
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <DropZone onFile={(file) => read.mutate({ name: file.name, blob: file })} isBusy={read.isPending} />
      {read.isError && <ErrorNotice error={read.error} />}
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            read.mutate({ name: texts.paste, blob: new Blob([pasted]) })
          }}
        >
          <TextArea
            label={texts.paste}
            hint={texts.pasteHint}
            rows={6}
            value={pasted}
            maxLength={MAX_PASTED}
            spellCheck={false}
            onText={setPasted}
          />
          <div className="mt-3 flex justify-end">
            <Button type="submit" disabled={pasted.trim() === ''} isBusy={read.isPending}>
              {texts.usePasted}
            </Button>
          </div>
        </form>
      </Card>
    </div>
  )
}

function DropZone({ onFile, isBusy }: { onFile: (file: File) => void; isBusy: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const chooseFirst = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        chooseFirst(event.dataTransfer.files)
      }}
      className={classes(
        'flex flex-col items-center gap-2 rounded-2xl border-2 border-dashed px-6 py-12 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-edge bg-panel',
      )}
    >
      <FileUp className="size-7 text-accent-text" aria-hidden />
      <p className="text-base font-semibold">{texts.drop}</p>
      <p className="text-sm text-soft">{texts.or}</p>
      <Button look="primary" isBusy={isBusy} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={texts.chooseLabel}
        className="hidden"
        onChange={({ target }) => {
          chooseFirst(target.files)
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
      <p className="mt-3 max-w-md text-xs text-soft">{texts.help}</p>
    </div>
  )
}
