// Topics as marketers use them: made in the settings, chosen for people and emails, and found by filters.
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn, typeIntoList } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

type Topic = { id: string; key: string; name: string; optIn: string; contacts: { in: number; out: number } }

const readTopics = async () => (await ask(dashboard.node, 'GET /topics')).json<{ topics: Topic[] }>().topics
const topicOf = async (key: string) => (await readTopics()).find((topic) => topic.key === key)

type Contact = { id: string; email: string; topics: Record<string, boolean> }

async function readContact(email: string): Promise<Contact> {
  const { contacts } = (await ask(dashboard.node, `GET /contacts?email=${email}`)).json<{
    contacts: Contact[]
  }>()
  if (!contacts[0]) throw new Error(`there is no contact ${email}`)
  return contacts[0]
}

async function create(path: string, body: object): Promise<string> {
  const answer = await ask(dashboard.node, `POST ${path}`, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  const made = answer.json<{ id?: string; data?: { id: string } }>()
  return made.id ?? made.data?.id ?? ''
}

const choose = async (field: Locator, option: string | RegExp): Promise<void> => {
  await field.click()
  await dashboard.page.getByRole('option', { name: option }).click()
}

beforeAll(async () => {
  for (const [name, subscribed] of [
    ['ada', true],
    ['ben', true],
    ['cleo', true],
    ['dan', false],
  ] as const) {
    await ask(dashboard.node, 'POST /contacts', { body: { email: `${name}@example.com`, subscribed } })
  }
})

describe('topics in the settings', () => {
  it('explain themselves while there is none, and are made with a key that is proposed', async () => {
    const { page } = dashboard
    await open('/settings?tab=topics')
    await page.getByRole('heading', { name: 'No topics yet' }).waitFor()
    expect(await page.getByRole('link', { name: 'How topics work' }).getAttribute('href')).toContain('/docs')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New topic' }).click()
    const dialog = page.getByRole('dialog', { name: 'New topic' })
    await dialog.getByRole('button', { name: 'Create topic' }).click()
    await dialog.getByText('Must not be empty').first().waitFor()
    await dialog.getByLabel('Name').fill('Product news')
    expect(await dialog.getByLabel('Key').inputValue()).toBe('product-news')
    await dialog.getByLabel('Key').fill('News!')
    await dialog.getByRole('button', { name: 'Create topic' }).click()
    await dialog.getByText('Must have lower-case letters, digits and hyphens only').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Key').fill('news')
    await dialog.getByLabel('Description').fill('What is new, once a month.')
    await dialog.getByRole('button', { name: 'Create topic' }).click()
    await page.getByText('The topic was created.').waitFor()
    const row = page.getByRole('row', { name: /Product news/ })
    // Three are subscribed.
    await row.getByRole('cell', { name: '3', exact: true }).waitFor()
    await row.getByText('Everybody who is subscribed, until they leave it.').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('refuse a key that is taken, and are changed, but not their key', async () => {
    const { page } = dashboard
    await open('/settings?tab=topics')
    await page.getByRole('button', { name: 'New topic' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Offers')
    await dialog.getByLabel('Key').fill('news')
    await dialog.getByRole('radio', { name: /Explicit/ }).click()
    await dialog.getByRole('button', { name: 'Create topic' }).click()
    await dialog.getByText('There is a topic with the key news.').waitFor()
    await dialog.getByLabel('Key').fill('offers')
    await dialog.getByRole('button', { name: 'Create topic' }).click()
    await page.getByRole('button', { name: 'Edit Offers' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit Offers' })
    expect(await editing.getByLabel('Key').isEditable()).toBe(false)
    await editing.getByLabel('Name').fill('Special offers')
    await editing.getByRole('switch', { name: 'Show it to recipients' }).click()
    await expectAccessible(page)
    await editing.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /Special offers/ }).waitFor()
    expect(await topicOf('offers')).toMatchObject({
      name: 'Special offers',
      optIn: 'explicit',
      isPublic: false,
    })
    forgetRefusals(409)
    expectNoProblems()
  })

  it('say where they are used before they can be deleted', async () => {
    const { page } = dashboard
    const id = await create('/topics', { key: 'old', name: 'Old things', optIn: 'explicit' })
    const config = { subject: 'A', body: '<p>A</p>', from: 'news@shop.test', topic: 'old' }
    const steps = [{ id: 'mail', type: 'SEND_EMAIL', config }]
    await create('/workflows', { name: 'Old greeting', eventName: 'old.one', steps, enabled: true })
    await open('/settings?tab=topics')
    await page.getByRole('button', { name: 'Delete Old things' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It is in use and cannot be deleted now:').waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete topic' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Old greeting' }).click()
    await page.getByRole('heading', { name: 'Old greeting', level: 1 }).waitFor()
    await page.getByRole('switch', { name: 'Switched on' }).click()
    await eventually(async () => {
      const topic = (await ask(dashboard.node, `GET /topics/${id}`)).json<{ usedBy: unknown[] }>()
      expect(topic.usedBy).toEqual([])
    })
    await open('/settings?tab=topics')
    await page.getByRole('button', { name: 'Delete Old things' }).click()
    await dialog.getByRole('button', { name: 'Delete topic' }).click()
    await page.getByText('The topic was deleted.').waitFor()
    expect(await topicOf('old')).toBeUndefined()
    expectNoProblems()
  })

  it('tell what uses them if that began while the question was open', async () => {
    const { page } = dashboard
    await create('/topics', { key: 'sudden', name: 'Sudden', optIn: 'implied' })
    await open('/settings?tab=topics')
    await page.getByRole('button', { name: 'Delete Sudden' }).click()
    const dialog = page.getByRole('dialog')
    const campaignId = await create('/campaigns', {
      name: 'Just scheduled',
      subject: 'News',
      body: '<p>News</p>',
      from: 'news@shop.test',
      audienceType: 'ALL',
      topic: 'sudden',
    })
    const scheduledFor = new Date(Date.now() + 86_400_000).toISOString()
    await ask(dashboard.node, `POST /campaigns/${campaignId}/send`, { body: { scheduledFor } })
    await dialog.getByRole('button', { name: 'Delete topic' }).click()
    await dialog.getByRole('link', { name: 'Just scheduled' }).waitFor()
    await ask(dashboard.node, `POST /campaigns/${campaignId}/cancel`)
    forgetRefusals(409)
    expectNoProblems()
  })

  it('are found by Ctrl-K', async () => {
    const { page } = dashboard
    await open('/emails')
    for (const [typed, heading] of [
      ['Topics', 'Topics'],
      ['Sending lim', 'Frequency cap'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(typed)
      await page.getByRole('group', { name: 'Pages' }).getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: heading, level: 2 }).waitFor()
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Make a topic')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New topic' }).getByLabel('Name').waitFor()
    expectNoProblems()
  })
})

describe('the topics of a contact', () => {
  it('are shown with their reason, and changed there', async () => {
    const { page } = dashboard
    const { id } = await readContact('ada@example.com')
    await open(`/contacts/${id}`)
    const news = page.getByRole('listitem').filter({ hasText: 'Product news' })
    const offers = page.getByRole('listitem').filter({ hasText: 'Special offers' })
    await news.getByText('In it, because subscribed').waitFor()
    await offers.getByText('Has not chosen it · not shown to recipients').waitFor()
    await expectAccessible(page)
    await page.getByRole('switch', { name: 'In the topic Product news' }).click()
    await news.getByText(/Left it · /).waitFor()
    await page.getByRole('switch', { name: 'In the topic Special offers' }).click()
    await offers.getByText(/Chose it · /).waitFor()
    await eventually(async () =>
      expect((await readContact('ada@example.com')).topics).toEqual({ news: false, offers: true }),
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Forget the choice about Product news' }).click()
    await news.getByText('In it, because subscribed').waitFor()
    await eventually(async () =>
      expect((await readContact('ada@example.com')).topics).toEqual({ offers: true }),
    )
    expectNoProblems()
  })

  it('are said to be without effect for somebody who is not subscribed', async () => {
    const { page } = dashboard
    const { id } = await readContact('dan@example.com')
    await open(`/contacts/${id}`)
    await page.getByText('Not subscribed, so this contact gets no marketing email').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Product news' })
      .getByText('Not in it, because not subscribed')
      .waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('are changed for many at once', async () => {
    const { page } = dashboard
    await open('/contacts')
    for (const name of ['ben', 'cleo']) {
      await page.getByRole('checkbox', { name: `Select ${name}@example.com` }).click()
    }
    await page.getByRole('toolbar').getByRole('button', { name: 'Topics' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change a topic of 2 contacts' })
    await expectAccessible(page)
    await choose(dialog.getByRole('combobox', { name: 'Topic' }), 'Special offers')
    await choose(dialog.getByRole('combobox', { name: 'What they chose' }), 'They want it')
    await dialog.getByRole('button', { name: 'Change 2 contacts' }).click()
    await page.getByText('2 contacts changed.').waitFor()
    expect(await readContact('cleo@example.com')).toMatchObject({ topics: { offers: true } })
    expectNoProblems()
  })

  it('come with an import', async () => {
    const { page } = dashboard
    await open('/contacts/import')
    const csv = 'email;topics.news;Discounts\neve@example.com;no;yes\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('combobox', { name: 'Topic of topics.news' }).getByText('Product news').waitFor()
    await choose(page.getByRole('combobox', { name: 'Import Discounts as' }), /^Choice for a topic/)
    await page.getByText('Choose a topic that exists').waitFor()
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
    await choose(page.getByRole('combobox', { name: 'Topic of Discounts' }), 'Special offers')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Import 1 contact' }).click()
    await page.getByRole('heading', { name: 'The import is finished', exact: true }).waitFor()
    expect(await readContact('eve@example.com')).toMatchObject({ topics: { news: false, offers: true } })
    expectNoProblems()
  })

  it('are conditions of filters', async () => {
    const { page } = dashboard
    await open('/segments/new')
    await page.getByRole('button', { name: 'Condition', exact: true }).click()
    await page.getByRole('combobox', { name: 'Choose a field' }).waitFor()
    await typeIntoList(page, 'Special')
    await page.getByRole('option', { name: 'Special offers' }).waitFor()
    await page.keyboard.press('Enter')
    const operator = page.getByRole('combobox', { name: 'Operator' })
    await operator.getByText('is in it').waitFor()
    // Ada, Ben, Cleo and Eve.
    await page.getByText(/^4 people match$/).waitFor()
    await page.getByText('In the topic offers.').waitFor()
    await expectAccessible(page)
    await choose(operator, 'is not in it')
    await page.getByText(/^1 person matches$/).waitFor()
    await choose(operator, 'has not chosen')
    await page.getByText('Has not chosen about the topic offers.').waitFor()
    await choose(operator, 'has chosen')
    await page.getByText(/^4 people match$/).waitFor()
    expectNoProblems()
  })
})

describe('the topic of an email', () => {
  it('is chosen for a marketing template', async () => {
    const { page } = dashboard
    const fields = { name: 'Monthly', type: 'TRANSACTIONAL', subject: 'News', body: '<p>News</p>' }
    const id = await create('/templates', { ...fields, alias: 'monthly' })
    await open(`/templates/${id}?pane=details`)
    expect(await page.getByRole('combobox', { name: 'Topic' }).count()).toBe(0)
    await choose(page.getByRole('combobox', { name: 'Type' }), 'Marketing')
    await choose(page.getByRole('combobox', { name: 'Topic' }), 'Product news')
    await page.getByText('Goes to subscribed people who have not left it.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as version 2.').waitFor()
    const saved = (await ask(dashboard.node, `GET /templates/${id}`)).json()
    expect(saved).toMatchObject({ type: 'MARKETING', topic: 'news' })
    expectNoProblems()
  })

  it('leaves people out of a campaign, says how many, and is in its review and report', async () => {
    const { page } = dashboard
    await open('/campaigns')
    await page.getByRole('button', { name: 'New campaign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('To a topic')
    await dialog.getByRole('radio', { name: /^Monthly/ }).check()
    await dialog.getByLabel('From').fill('news@shop.test')
    await dialog.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('heading', { name: 'To a topic', level: 1 }).waitFor()
    const count = page.locator('section').filter({ hasText: 'Would get it' })
    const topic = page.getByRole('combobox', { name: 'Topic' })
    // It has the topic of its template. Eve has left it.
    await topic.getByText('Product news').waitFor()
    await count.getByText('3 people').waitFor()
    await count.getByText('not in the topic: they left it, or never chose it').waitFor()
    await choose(topic, 'No topic')
    await count.getByText('4 people').waitFor()
    await choose(topic, 'Special offers')
    await count.getByText('4 people').waitFor()
    await choose(topic, 'Product news')
    await count.getByText('3 people').waitFor()
    await page.getByText(/^Saved \d/).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Review and send' }).click()
    await page.getByText('Product news', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send to 3 people' }).click()
    await page.getByText('who are in the topic Product news').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Nothing was sent. The campaign is a draft again.').waitFor()
    expectNoProblems()
  })

  it('that was deleted is shown as such', async () => {
    const { page } = dashboard
    const topicId = await create('/topics', { key: 'gone', name: 'Gone', optIn: 'implied' })
    const fields = { subject: 'News', body: '<p>News</p>', from: 'news@shop.test', audienceType: 'ALL' }
    const id = await create('/campaigns', { ...fields, name: 'Orphan', topic: 'gone' })
    await ask(dashboard.node, `DELETE /topics/${topicId}`)
    await open(`/campaigns/${id}`)
    await page.getByText('This topic was deleted: nothing is sent').waitFor()
    await page.getByRole('combobox', { name: 'Topic' }).getByText('gone (deleted)').waitFor()
    await expectAccessible(page)
    await open(`/campaigns/${id}?step=checks`)
    await page.getByRole('link', { name: 'Go to the audience' }).click()
    await choose(page.getByRole('combobox', { name: 'Topic' }), 'No topic')
    await page.locator('section').filter({ hasText: 'Would get it' }).getByText('4 people').waitFor()
    expectNoProblems()
  })

  it('is that of the template in a workflow, or one of the step', async () => {
    const { page } = dashboard
    const steps = [{ id: 'mail', type: 'SEND_EMAIL', config: { templateId: 'monthly' } }]
    const id = await create('/workflows', { name: 'Monthly to new ones', trigger: { type: 'MANUAL' }, steps })
    await open(`/workflows/${id}?step=mail`)
    const panel = page.getByRole('complementary', { name: 'The chosen step' })
    const topic = panel.getByRole('combobox', { name: 'Topic' })
    await topic.getByText('As the template says').waitFor()
    await expectAccessible(page)
    await choose(topic, 'Special offers')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => {
      const workflow = (await ask(dashboard.node, `GET /workflows/${id}`)).json<{ steps: object[] }>()
      expect(workflow.steps).toMatchObject([{ config: { templateId: 'monthly', topic: 'offers' } }])
    })
    expectNoProblems()
  })

  it('is named in plain words where an email was not sent for it', async () => {
    const { page } = dashboard
    const email = { to: 'eve@example.com', from: 'news@shop.test', template: 'monthly' }
    const sent = await ask(dashboard.node, 'POST /v1/send', { body: email })
    const { emails } = sent.json<{ data: { emails: { email: string }[] } }>().data
    await open(`/emails/${emails[0]?.email}`)
    await page.getByText('The contact is not in the topic of this email.').first().waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('is seen on a phone, too', async () => {
    const { page } = dashboard
    onTestFinished(() => page.setViewportSize({ width: 1440, height: 900 }))
    await page.setViewportSize({ width: 390, height: 844 })
    for (const below of ['/settings?tab=topics', '/settings?tab=limits']) {
      await open(below)
      const isWide = await page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`)
      expect(isWide).toBe(false)
      await expectAccessible(page)
    }
    expectNoProblems()
  })
})
