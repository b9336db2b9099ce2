// The email, with the clicks beside each link.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Campaign, Statistics } from '../../../../api/sending/campaigns.ts'
import { renderedDraftQuery } from '../../../../api/content/templates.ts'
import { useProject } from '../../../../app/use-project.ts'
import { Select } from '../../../../components/forms/select.tsx'
import { EmailFrame, useRemoteImages } from '../../../../patterns/email/email-frame.tsx'
import { ErrorNotice } from '../../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../../components/notices/skeleton.tsx'
import { formatCount, formatShare } from '../../../../format/number.ts'
import { Card, PageBody } from '../../../../components/page.tsx'
import { VARIANTS } from '../../../../patterns/campaign-settings/variant-names.ts'
import { clicksByUrl, drawClicks, keepUrlVariables } from './clicked-links.ts'
import { report } from '../report.texts.ts'

const { email: texts, links: linkTexts } = report

export function EmailTab({ campaign, links }: { campaign: Campaign; links: Statistics['links'] }) {
  const { account } = useProject()
  const ownUrl = account.instance.publicUrl
  const [name, setName] = useState<string>(campaign.winner ?? 'A')
  const images = useRemoteImages()
  const { data, error, refetch } = useRendered(campaign, name)
  const total = links.reduce((sum, { clicks }) => sum + clicks, 0)
  const preview = useMemo(
    () =>
      data &&
      drawClicks({
        html: data.html,
        clicks: clicksByUrl(links),
        ownUrl,
        label: (clicks) => texts.count(formatCount(clicks), formatShare(total === 0 ? 0 : clicks / total)),
      }),
    [data, links, total, ownUrl],
  )
  const hidden = [...clicksByUrl(links)].filter(([url]) => preview && !preview.urls.has(url))
  const names = ['A', ...VARIANTS.slice(0, campaign.variants?.length ?? 0)]
  return (
    <PageBody>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="grow text-sm text-soft">{texts.hint}</p>
        {images.button}
        {names.length > 1 && (
          <Select
            label={texts.variant}
            prefix={`${texts.variant}:`}
            value={name}
            options={names.map((value) => ({ value, label: value }))}
            onChange={setName}
          />
        )}
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!preview && !error && <Skeleton className="h-96 w-full rounded-xl" />}
      {preview && (
        <EmailFrame
          title={texts.title}
          html={preview.html}
          width="desktop"
          areImagesAllowed={images.areImagesAllowed}
        />
      )}
      {hidden.length > 0 && (
        <Card title={texts.notShown}>
          <ul className="flex flex-col gap-1 text-sm">
            {hidden.map(([url, clicks]) => (
              <li key={url} className="flex gap-3">
                <span className="min-w-0 grow truncate">{url}</span>
                <span className="tabular">
                  {formatCount(clicks)} {linkTexts.clicks}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </PageBody>
  )
}

/** As a contact without data gets it, with URLs as written. */
function useRendered(campaign: Campaign, name: string) {
  const { api } = useProject()
  const variant = campaign.variants?.[VARIANTS.findIndex((one) => one === name)]
  return useQuery(
    renderedDraftQuery(api, {
      subject: variant?.subject ?? campaign.subject,
      body: keepUrlVariables(variant?.body ?? campaign.body),
      previewText: campaign.previewText,
      type: 'MARKETING',
      data: {},
    }),
  )
}
