// Topics, choices of contacts, and an email that the frequency cap holds.

const TOPICS = [
  { key: 'news', name: 'Product news', description: 'What is new, about once a month.', optIn: 'implied' },
  { key: 'offers', name: 'Offers', description: 'Discounts, at most weekly.', optIn: 'explicit' },
  { key: 'research', name: 'Research', optIn: 'explicit', isPublic: false },
]

export const TOPIC_FILTER = {
  operator: 'AND',
  conditions: [
    { field: 'topics.news', operator: 'equals', value: true },
    { field: 'topics.offers', operator: 'notExists' },
  ],
}

type Post = <T>(path: string, body: unknown) => Promise<T>
type Get = <T>(path: string) => Promise<T>

export async function addTopics(post: Post): Promise<void> {
  for (const topic of TOPICS) await post('/topics', topic)
}

/** Some have chosen, most have not. */
export function choicesOf(number: number): Record<string, boolean> {
  if (number % 5 === 4) return { news: number % 2 === 0, offers: true }
  return number % 7 === 0 ? { offers: true } : {}
}

const LIMITS = {
  frequencyCap: { emails: 1, days: 3 },
  quietHours: { from: '21:00', to: '08:00', weekdays: ['sat', 'sun'], timezone: 'contact' },
}

const MOST_LOOKS = 100
const PAUSE_MS = 100

type Emails = { emails: { id: string; heldFor: string | null }[] }

/** @returns the id of an email that is held */
export async function addHeldEmail({
  get,
  post,
  patch,
}: {
  get: Get
  post: Post
  patch: Post
}): Promise<string> {
  await patch('/project', { frequencyCap: LIMITS.frequencyCap })
  for (const text of ['One thing', 'Another thing']) {
    await post('/v1/send', {
      to: 'ben.1@example.com',
      from: 'news@shop.test',
      template: 'monthly-news',
      data: { month: 'May', text },
    })
  }
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const { emails } = await get<Emails>('/emails?status=SCHEDULED')
    const held = emails.find(({ heldFor }) => heldFor === 'cap')
    if (held) {
      await patch('/project', LIMITS)
      return held.id
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
  throw new Error('no email was held')
}
