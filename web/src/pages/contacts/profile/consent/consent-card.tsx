// Why we may write to a contact, or not; and everything that is stored about it, as a file.
import { Download } from 'lucide-react'
import { useState } from 'react'
import { consentListQuery, exportContact } from '../../../../api/audience/contacts.ts'
import type { Contact } from '../../../../api/audience/contacts.ts'
import { useProject } from '../../../../app/use-project.ts'
import { useChange } from '../../../../app/use-change.ts'
import { Button } from '../../../../components/forms/button.tsx'
import { Card } from '../../../../components/page.tsx'
import { useList } from '../../../../patterns/list/use-list.ts'
import { saveFile } from '../../../../patterns/save-file.ts'
import { useTopics } from '../../../../patterns/topics/use-topics.ts'
import { AskButton } from './ask-dialog.tsx'
import { consentSentence, sinceOf } from './consent-sentence.ts'
import { consentTexts as texts } from './consent.texts.ts'

export function ConsentCard({ contact }: { contact: Contact }) {
  const { api } = useProject()
  const { topics, isLoaded } = useTopics()
  const { query, rows } = useList(consentListQuery(api, contact.id), 'consent')
  const [now] = useState(() => new Date())
  return (
    <Card title={texts.title}>
      <p className="min-h-5 text-sm">
        {isLoaded &&
          !query.isPending &&
          consentSentence({ contact, topics, since: sinceOf(contact, rows), now })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <AskButton contact={contact} />
        <ExportButton contact={contact} />
      </div>
    </Card>
  )
}

function ExportButton({ contact: { id } }: { contact: Contact }) {
  const download = useChange({
    call: (api) => exportContact(api, id),
    done: texts.exported,
    onSuccess: (file) => saveFile(`contact-${id}.json`, file),
  })
  return (
    <Button size="small" icon={<Download />} isBusy={download.isPending} onClick={() => download.mutate()}>
      {texts.export}
    </Button>
  )
}
