import { Rss } from 'lucide-react'
import { previewFeed } from '../../api/sending/recurring.ts'
import type { Feed } from '../../api/sending/recurring.ts'
import { useChange } from '../../app/use-change.ts'
import { Button } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Card } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { editorTexts } from './recurring.texts.ts'
import type { RecurringDraft } from './use-recurring-draft.ts'

const { feed: texts } = editorTexts

const DEFAULTS = { url: '', maxItems: 10, onlyNew: true }

export function FeedCard({ draft, isReadOnly }: { draft: RecurringDraft; isReadOnly: boolean }) {
  const { fields, problems, change } = draft
  const feed = fields.feed && {
    url: fields.feed.url,
    maxItems: fields.feed.maxItems ?? DEFAULTS.maxItems,
    onlyNew: fields.feed.onlyNew ?? DEFAULTS.onlyNew,
  }
  const preview = useChange({
    call: (api, url: string) => previewFeed(api, { url, maxItems: feed?.maxItems ?? DEFAULTS.maxItems }),
    showsError: true,
  })
  return (
    <Card title={texts.title}>
      <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-4">
        <SwitchRow
          label={texts.on}
          hint={texts.onHint}
          isOn={Boolean(feed)}
          isDisabled={isReadOnly}
          onChange={(isOn) => change({ feed: isOn ? DEFAULTS : null })}
        />
        {feed && (
          <>
            <TextField
              label={texts.url}
              type="url"
              maxLength={2048}
              placeholder="https://example.com/feed.xml"
              value={feed.url}
              error={problems['feed.url']}
              onText={(url) => change({ feed: { ...feed, url } })}
            />
            <TextField
              label={texts.maxItems}
              type="number"
              min={1}
              max={50}
              value={feed.maxItems}
              error={problems['feed.maxItems']}
              onText={(text) => change({ feed: { ...feed, maxItems: Number(text) } })}
            />
            <SwitchRow
              label={texts.onlyNew}
              hint={texts.onlyNewHint}
              isOn={feed.onlyNew}
              isDisabled={isReadOnly}
              onChange={(onlyNew) => change({ feed: { ...feed, onlyNew } })}
            />
            <div>
              <Button
                icon={<Rss />}
                isBusy={preview.isPending}
                disabled={feed.url === ''}
                onClick={() => preview.mutate(feed.url)}
              >
                {texts.fetch}
              </Button>
            </div>
            {preview.isError && <ErrorNotice error={preview.error} />}
            {preview.data && <FeedItems feed={preview.data} />}
            <p className="text-xs text-soft">{texts.use}</p>
          </>
        )}
      </fieldset>
    </Card>
  )
}

function FeedItems({ feed }: { feed: Feed }) {
  return (
    <div className="text-sm">
      <p className="font-medium">{texts.items(feed.items.length, feed.title)}</p>
      <ul aria-label={texts.list} className="flex flex-col gap-1 pt-1">
        {feed.items.map(({ id, title, publishedAt }) => (
          <li key={id} className="flex min-w-0 justify-between gap-3">
            <span className="truncate">{title}</span>
            {publishedAt !== null && (
              <span className="shrink-0 text-soft">
                <Time at={publishedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
