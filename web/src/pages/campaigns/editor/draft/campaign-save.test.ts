import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { campaignQuery } from '../../../../api/sending/campaigns.ts'
import type { Campaign } from '../../../../api/sending/campaigns.ts'
import { ApiError } from '../../../../api/client/api-error.ts'
import type { ProjectApi } from '../../../../api/client/client.ts'
import { LatestCampaign, saveOptions } from './campaign-save.ts'
import { campaignDrafts } from './campaign-draft.ts'
import type { EditedCampaign } from './campaign-draft.ts'
import { campaignAt } from './fixtures/campaign-at.ts'

/** An editor whose server rejects stale saves, and responds when the test says so. */
function openEditor() {
  let stored = campaignAt(1)
  let draft = campaignDrafts.draftOn(stored)
  const patches: Record<string, unknown>[] = []
  const waiting: (() => void)[] = []
  const patch = async (_path: string, { ifUpdatedAt, ...changes }: Record<string, unknown>) => {
    patches.push({ ifUpdatedAt, ...changes })
    await new Promise<void>((answer) => waiting.push(answer))
    if (ifUpdatedAt !== stored.updatedAt) {
      throw new ApiError({ code: 'CONFLICT', message: 'Saved by somebody else.', statusCode: 409 })
    }
    stored = { ...stored, ...changes, updatedAt: campaignAt(patches.length + 1).updatedAt }
    return { data: stored }
  }
  const api = { projectId: 'p', patch, get: async () => ({ data: stored }) } as unknown as ProjectApi
  const queryClient = new QueryClient()
  const query = campaignQuery(api, 'c1')
  queryClient.setQueryData(query.queryKey, stored)
  // The page, which never refetches by itself.
  const page = new QueryObserver(queryClient, { ...query, staleTime: Infinity, refetchInterval: false })
  onTestFinished(page.subscribe(() => undefined))
  const setDraft = (change: (old: EditedCampaign) => EditedCampaign) => {
    draft = change(draft)
  }
  const latest = new LatestCampaign(stored)
  const save = saveOptions({ api, id: 'c1', queryClient, latest, setDraft })
  return {
    patches,
    draft: () => draft,
    type: (subject: string) => setDraft((old) => ({ ...old, fields: { ...old.fields, subject } })),
    save: () => new MutationObserver(queryClient, save).mutate(draft),
    async answer() {
      while (waiting.length === 0) await new Promise((resume) => setImmediate(resume))
      waiting.shift()?.()
    },
    saveElsewhere: (changes: Partial<Campaign>) => {
      stored = { ...stored, ...changes, updatedAt: campaignAt(9).updatedAt }
    },
    cached: () => queryClient.getQueryData(query.queryKey),
  }
}

it('a save sends the changes, and the page goes on from the saved campaign', async () => {
  const editor = openEditor()
  editor.type('typed')
  const saved = editor.save()
  await editor.answer()
  await saved
  expect(editor.patches).toEqual([{ subject: 'typed', ifUpdatedAt: campaignAt(1).updatedAt }])
  expect(editor.draft().base).toMatchObject({ subject: 'typed', updatedAt: campaignAt(2).updatedAt })
  expect(editor.cached()).toEqual(editor.draft().base)
})

it('a second save waits for the first and builds on it, with the text typed meanwhile', async () => {
  const editor = openEditor()
  editor.type('typed')
  const first = editor.save()
  editor.type('typed on')
  const second = editor.save()
  await editor.answer()
  await first
  expect(editor.draft().fields.subject).toBe('typed on')
  await editor.answer()
  await second
  expect(editor.patches).toEqual([
    { subject: 'typed', ifUpdatedAt: campaignAt(1).updatedAt },
    { subject: 'typed on', ifUpdatedAt: campaignAt(2).updatedAt },
  ])
  expect(editor.draft().base.subject).toBe('typed on')
})

it('a rejected save keeps the text typed, and fetches the campaign again', async () => {
  const editor = openEditor()
  editor.saveElsewhere({ body: 'theirs' })
  editor.type('mine')
  const [saved] = await Promise.allSettled([editor.save(), editor.answer()])
  expect(saved).toMatchObject({ status: 'rejected', reason: { status: 409 } })
  expect(editor.draft().fields.subject).toBe('mine')
  expect(editor.draft().base.updatedAt).toBe(campaignAt(1).updatedAt)
  expect(editor.cached()).toMatchObject({ body: 'theirs', updatedAt: campaignAt(9).updatedAt })
})
