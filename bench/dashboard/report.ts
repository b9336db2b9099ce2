// The report of a campaign that went to half a million people: how long it takes to open, and the calls behind it.
import type { Api } from '../harness/api.ts'
import type { Result } from '../harness/result.ts'
import { quantile, tidyUp, timed } from '../harness/timing.ts'
import { drawnAfterClick, drawnAfterLoad } from './drawn.ts'
import { fillFinishedCampaign } from './finished-campaign.ts'
import type { FinishedCampaign } from './finished-campaign.ts'
import type { Screen } from './screen.ts'

const ROUNDS = 10
const OPEN_MS = 500
const CALLS = 100
const CALL_MS = 50
// It reads up to 40,000 rows, and stands below the figures.
const BREAKDOWN_MS = 200

type Add = (result: Result) => void

export async function benchReport(screen: Screen, add: Add): Promise<void> {
  const campaign = await fillFinishedCampaign(screen)
  await benchCalls(screen, { campaign, add })
  await benchOpening(screen, { campaign, add })
}

type ReportCase = { campaign: FinishedCampaign; add: Add }

async function benchCalls({ openApi }: Screen, { campaign: { id, recipients }, add }: ReportCase) {
  const api = openApi({ connections: 1 })
  const path = `/campaigns/${id}`
  const calls: [path: string, atMost: number][] = [
    ['/campaigns?limit=50', CALL_MS],
    [path, CALL_MS],
    [`${path}/stats`, CALL_MS],
    [`${path}/recipients?limit=50`, CALL_MS],
    [`${path}/recipients?limit=50&status=BOUNCED`, CALL_MS],
    [`${path}/breakdown`, BREAKDOWN_MS],
  ]
  for (const [called, atMost] of calls) {
    const times = await measure(api, called)
    add({
      what: `GET ${called.replace(id, '{id}')} with ${recipients.toLocaleString('en-GB')} recipients, p95`,
      detail: `p50 ${quantile(times, 0.5).toFixed(1)} ms`,
      value: quantile(times, 0.95),
      unit: 'ms',
      target: { atMost },
    })
  }
}

async function measure(api: Api, path: string): Promise<number[]> {
  tidyUp()
  const times: number[] = []
  for (let call = 0; call < CALLS; call += 1) times.push(await timed(() => api.get(path)))
  return times
}

/** The figures, with the number of emails that were delivered; and then everything, with nothing that is still awaited. */
const partsOf = ({ delivered }: FinishedCampaign) => {
  const figures = `document.querySelector('main')?.textContent.includes(${JSON.stringify(delivered.toLocaleString('en-US'))}) === true`
  return {
    figures,
    all: `${figures} && document.querySelector('main :is([class*=shimmer], [aria-busy=true])') === null`,
  }
}

async function benchOpening({ openTab, urlOf, sized }: Screen, { campaign, add }: ReportCase): Promise<void> {
  const { id, recipients } = campaign
  const parts = partsOf(campaign)
  const byLink: { figures: number; all: number }[] = []
  const byAddress: { figures: number; all: number }[] = []
  for (let round = 0; round < sized(ROUNDS); round += 1) {
    const page = await openTab()
    await page.goto(urlOf('/campaigns'))
    const link = `main a[href*="/campaigns/${id}"]`
    await page.locator(link).first().waitFor()
    byLink.push(await drawnAfterClick(page, { link, parts }))
    // With the files of the dashboard in the browser's cache, as everybody has them after the first time.
    await page.goto(urlOf(`/campaigns/${id}`), { waitUntil: 'commit' })
    byAddress.push(await drawnAfterLoad(page, parts))
    await page.context().close()
  }
  const report = (how: string, times: typeof byLink) => {
    const figures = times.map((one) => one.figures)
    const all = times.map((one) => one.all)
    add({
      what: `opening a report of ${recipients.toLocaleString('en-GB')} recipients ${how}, p95`,
      detail: `p50 ${quantile(figures, 0.5).toFixed(0)} ms; with providers and bounces p95 ${quantile(all, 0.95).toFixed(0)} ms`,
      value: quantile(figures, 0.95),
      unit: 'ms',
      target: { atMost: OPEN_MS },
    })
  }
  report('from the list', byLink)
  report('by its address', byAddress)
}
