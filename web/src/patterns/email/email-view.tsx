// The tabs of an email: HTML, text, headers, source and attachments.
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProjectApi } from '../../api/client/client.ts'
import { emailContentQuery, rawEmailQuery } from '../../api/sending/emails.ts'
import { IconButton } from '../../components/forms/button.tsx'
import { CodeBlock } from '../../components/code/code-snippet.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { EmailAttachments } from './email-attachments.tsx'
import { EmailFrame, useRemoteImages } from './email-frame.tsx'
import { EMAIL_TABS } from './email-tabs.ts'
import type { EmailTab } from './email-tabs.ts'
import { emailTexts as texts } from './email.texts.ts'

type EmailViewProps = { api: ProjectApi; emailId: string; tab: EmailTab; onTab: (tab: EmailTab) => void }

export function EmailView({ api, emailId, tab, onTab }: EmailViewProps) {
  const [width, setWidth] = useState<'phone' | 'desktop'>('desktop')
  const images = useRemoteImages()
  const content = useQuery(emailContentQuery(api, emailId))
  if (content.isPending) {
    return (
      <div className="p-5">
        <Skeleton className="h-64 w-full rounded-xl" />
      </div>
    )
  }
  if (content.isError) {
    return (
      <div className="p-5">
        <ErrorNotice error={content.error} />
      </div>
    )
  }
  const { html, text, headers } = content.data
  const panels: Record<EmailTab, ReactNode> = {
    html:
      html === '' ? (
        <Nothing>{texts.noHtml}</Nothing>
      ) : (
        <div className="grow p-5">
          <EmailFrame
            title={texts.preview}
            html={html}
            width={width}
            areImagesAllowed={images.areImagesAllowed}
          />
        </div>
      ),
    text: text === '' ? <Nothing>{texts.noText}</Nothing> : <CodeBlock label={texts.tabs.text} text={text} />,
    headers: <HeaderTable headers={headers} />,
    source: <Source api={api} emailId={emailId} />,
    attachments: <EmailAttachments api={api} emailId={emailId} />,
  }
  const aside = tab === 'html' && html !== '' && (
    <div className="flex gap-1">
      {images.button}
      <IconButton label={texts.phone} aria-pressed={width === 'phone'} onClick={() => setWidth('phone')}>
        <Smartphone />
      </IconButton>
      <IconButton
        label={texts.desktop}
        aria-pressed={width === 'desktop'}
        onClick={() => setWidth('desktop')}
      >
        <Monitor />
      </IconButton>
    </div>
  )
  return (
    <Tabs
      label={texts.view}
      value={tab}
      onChange={onTab}
      aside={aside}
      tabs={EMAIL_TABS.map((value) => ({ value, label: texts.tabs[value], content: panels[value] }))}
    />
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="p-8 text-center text-sm text-soft">{children}</p>
)

function HeaderTable({ headers }: { headers: Record<string, string> }) {
  return (
    <div className="overflow-x-auto p-5">
      <table className="w-full text-left text-xs">
        <thead className="text-soft">
          <tr>
            <th className="w-48 pb-2 font-medium">{texts.header}</th>
            <th className="pb-2 font-medium">{texts.value}</th>
          </tr>
        </thead>
        <tbody className="font-mono">
          {Object.entries(headers).map(([name, value]) => (
            <tr key={name} className="border-t border-line align-top">
              <td className="py-2 pr-4 font-medium">{name}</td>
              <td className="py-2 break-all text-soft">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Source({ api, emailId }: { api: ProjectApi; emailId: string }) {
  const raw = useQuery(rawEmailQuery(api, emailId))
  if (raw.isPending) return <Nothing>…</Nothing>
  if (raw.isError) return <Nothing>{texts.noSource}</Nothing>
  return <CodeBlock label={texts.tabs.source} text={new TextDecoder().decode(raw.data)} />
}
