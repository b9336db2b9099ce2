import { Link } from '@tanstack/react-router'
import { Download, Upload } from 'lucide-react'
import type { ContactFilter } from '../../api/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { downloadContacts } from '../../patterns/download-contacts.ts'
import { downloadTexts } from '../../patterns/download-contacts.texts.ts'
import { contacts as texts } from './contacts.texts.ts'
import { wholeFilter } from './whole-filter.ts'

/** `filter` is the filter of the list, which also applies to the export. */
export function ContactActions({ filter }: { filter: ContactFilter }) {
  const { api, project, may } = useProject()
  return (
    <>
      <Button icon={<Download />} onClick={() => void downloadContacts(api, filter)}>
        {downloadTexts.export}
      </Button>
      {may('member') && (
        <Link
          to="/app/p/$projectId/contacts/import"
          params={{ projectId: project.id }}
          className={buttonClass()}
        >
          <Upload aria-hidden />
          {texts.import}
        </Link>
      )}
    </>
  )
}

export const callsOf = (filter: ContactFilter) => {
  const whole = wholeFilter(filter)
  const query = whole ? `?filter=${encodeURIComponent(JSON.stringify(whole))}` : ''
  return [
    { name: texts.calls.list, path: `/contacts${query}` },
    { name: texts.calls.export, path: `/contacts/export${query}` },
    {
      name: texts.calls.create,
      path: '/contacts',
      method: 'POST' as const,
      body: { email: 'ada@example.com', data: { plan: 'pro' } },
    },
  ]
}
