// Writing an email in the picture: texts in place, blocks by "+", "/", mouse and keys, undo, code and back. The recipient gets the
// saved content.
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, useDashboard, watch } from '../support/browser/dashboard.ts'
import { bodyEditorOf, frameOf, stepsOn, untilInFrame } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetProblems, forgetRefusals, open } = stepsOn(dashboard)

beforeAll(async () => {
  await ask(dashboard.node, 'POST /contacts', { body: { email: 'ada@example.com', data: { plan: 'pro' } } })
})

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = Buffer.from(DOT, 'base64')

/** @returns its address */
async function upload(): Promise<string> {
  const { context, url, projectId } = dashboard
  const headers = { origin: url, 'lettermill-project': projectId, 'content-type': 'image/png' }
  const answer = await context.request.post(`${url}/images`, { data: png, headers })
  return ((await answer.json()) as { url: string }).url
}

const BLOCKS = [
  { type: 'heading', text: 'Hello' },
  { type: 'text', content: paragraph('First words.') },
  { type: 'button', text: 'Open', href: 'https://shop.test/' },
  { type: 'footer', text: 'Acme, 1 Road' },
]

async function buildTemplate(name: string, blocks: object[] = BLOCKS): Promise<string> {
  const fields = { name, subject: 'News', from: 'hello@shop.test', blocks: { blocks } }
  return (await ask(dashboard.node, 'POST /templates', { body: fields })).json<{ id: string }>().id
}

const canvasOf = (page = dashboard.page): Locator =>
  page.getByRole('region', { name: 'The email', exact: true })
const blockOf = (name: string, page = dashboard.page): Locator =>
  canvasOf(page).getByRole('group', { name, exact: true })
const textOf = (name: string, label: string): Locator => blockOf(name).getByRole('textbox', { name: label })

/** Such as `Heading 1`, from top to bottom. */
const outline = (): Promise<string[]> =>
  canvasOf()
    .locator('[data-block]')
    .evaluateAll((blocks: { ariaLabel: string }[]) => blocks.map(({ ariaLabel }) => ariaLabel))
    .then((names) =>
      names.map((name) => name.replace(/, (?:block \d+|(column \d+), block \d+)$/, ' $1').trim()),
    )

const untilOutline = (expected: string[]): Promise<void> =>
  eventually(async () => expect(await outline()).toEqual(expected))

const untilFocused = (locator: Locator): Promise<void> =>
  eventually(async () => {
    const isFocused = (one: { matches: (selector: string) => boolean }) => one.matches(':focus')
    expect(await locator.evaluate(isFocused)).toBe(true)
  })

async function openEditor(name: string, blocks?: object[]): Promise<string> {
  const id = await buildTemplate(name, blocks)
  await open(`/templates/${id}`)
  await canvasOf().waitFor()
  return id
}

async function save(version: number): Promise<void> {
  await dashboard.page.keyboard.press('Control+s')
  await dashboard.page.getByText(`Saved as version ${version}.`).waitFor()
}

const renderedOf = async (id: string): Promise<string> =>
  (await ask(dashboard.node, `POST /templates/${id}/render`, { body: { data: { plan: 'pro' } } })).json<{
    html: string
  }>().html

describe('the picture', () => {
  it('is written in place, with formats and fields, and is what the recipient gets', async () => {
    const { page } = dashboard
    const id = await openEditor('In place')
    await textOf('Heading, block 1', 'Heading').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Spring & summer <sale>')
    await textOf('Text, block 2', 'Text').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Only ')
    await page.getByRole('button', { name: 'Bold' }).click()
    await page.keyboard.type('today, ')
    await page.getByRole('button', { name: 'Bold' }).click()
    await blockOf('Text, block 2').getByRole('button', { name: 'Insert a field' }).click()
    await page.getByRole('button', { name: 'plan', exact: true }).click()
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    const text = textOf('Text, block 2', 'Text')
    expect(await text.getByTitle('{{ plan }}').innerText()).toBe('plan')
    await page.keyboard.type(', {{ name ?? "you" }}!')
    const chip = text.getByTitle('{{ name ?? "you" }}')
    expect(await chip.innerText()).toBe('name · you')
    await expectAccessible(page)
    await chip.dblclick()
    await text.getByText('{{ name ?? "you" }}').waitFor()
    await page.keyboard.press('End')
    await chip.waitFor()
    await textOf('Button, block 3', 'Text of the button').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' the shop')
    const link = page.getByLabel('Link', { exact: true })
    await link.fill('https://shop.test/sale?plan=')
    const field = page.locator('div').filter({ has: link }).last()
    await field.getByRole('button', { name: 'Insert a field' }).click()
    await page.getByRole('button', { name: 'plan', exact: true }).click()
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await eventually(async () =>
      expect(await link.inputValue()).toBe('https://shop.test/sale?plan={{ plan }}'),
    )
    await expectAccessible(page)
    await save(2)
    const html = await renderedOf(id)
    for (const part of [
      'Spring &amp; summer &lt;sale&gt;',
      '<strong>today, </strong>',
      'Open the shop',
      'https://shop.test/sale?plan=pro',
    ]) {
      expect(html).toContain(part)
    }
    await page.getByRole('tab', { name: 'Preview' }).click()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Spring & summer <sale>' }))
    await expectAccessible(page)
    expectNoProblems()
  })

  it('gets blocks by "+" and by "/", after the selected one and never below the footer', async () => {
    const { page } = dashboard
    await openEditor('New blocks')
    await page.getByRole('button', { name: 'Add a block after: Heading, block 1' }).click()
    await page.getByRole('menuitem', { name: 'Divider' }).click()
    await untilOutline(['Heading', 'Divider', 'Text', 'Button', 'Footer'])
    await untilFocused(blockOf('Divider, block 2'))

    await textOf('Text, block 3', 'Text').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    const list = page.getByRole('listbox', { name: 'Blocks' })
    await list.getByRole('option', { name: 'Image' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.type('head')
    await eventually(async () => expect(await list.getByRole('option').count()).toBe(1))
    await page.keyboard.press('Enter')
    await untilOutline(['Heading', 'Divider', 'Text', 'Heading', 'Button', 'Footer'])
    await untilFocused(textOf('Heading, block 4', 'Heading'))
    await page.keyboard.type('Written at once')
    await page.keyboard.press('Enter')
    await untilFocused(textOf('Text, block 5', 'Text'))

    await textOf('Footer, block 7', 'Small print').click()
    await page.getByRole('button', { name: 'Add a block', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Columns' }).click()
    await untilOutline([
      'Heading',
      'Divider',
      'Text',
      'Heading',
      'Text',
      'Button',
      'Columns',
      'Text column 1',
      'Text column 2',
      'Footer',
    ])
    await textOf('Text, column 2, block 1', 'Text').click()
    await page.getByRole('button', { name: 'Add a block after: Text, column 2, block 1' }).click()
    expect(await page.getByRole('menuitem', { name: 'Footer' }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Button' }).click()
    await untilFocused(textOf('Button, column 2, block 2', 'Text of the button'))
    await expectAccessible(page)
    expectNoProblems()
  })

  it('is changed by keys alone, and every step is undone and redone wherever the focus is', async () => {
    const { page } = dashboard
    await openEditor('Keys')
    await blockOf('Heading, block 1').focus()
    await page.keyboard.press('ArrowDown')
    await untilFocused(blockOf('Text, block 2'))
    await page.keyboard.press('Alt+ArrowUp')
    await untilOutline(['Text', 'Heading', 'Button', 'Footer'])
    await untilFocused(blockOf('Text, block 1'))
    await page.keyboard.press('Enter')
    await untilFocused(textOf('Text, block 1', 'Text'))
    await page.keyboard.press('Alt+ArrowDown')
    await untilOutline(['Heading', 'Text', 'Button', 'Footer'])
    await page.keyboard.press('Control+d')
    await untilOutline(['Heading', 'Text', 'Text', 'Button', 'Footer'])
    await untilFocused(blockOf('Text, block 3'))
    await page.keyboard.press('Delete')
    await untilOutline(['Heading', 'Text', 'Button', 'Footer'])
    await untilFocused(blockOf('Button, block 3'))
    await page.keyboard.press('Delete')
    await untilFocused(blockOf('Footer, block 3'))
    await page.keyboard.press('Control+z')
    await untilOutline(['Heading', 'Text', 'Button', 'Footer'])
    await page.keyboard.press('Control+Shift+z')
    await untilOutline(['Heading', 'Text', 'Footer'])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await untilOutline(['Heading', 'Text', 'Text', 'Button', 'Footer'])

    await textOf('Heading, block 1', 'Heading').click()
    await page.keyboard.type('XYZ')
    await eventually(async () =>
      expect(await textOf('Heading, block 1', 'Heading').innerText()).toContain('XYZ'),
    )
    await eventually(async () => {
      await page.keyboard.press('Control+z')
      expect(await textOf('Heading, block 1', 'Heading').innerText()).toBe('Hello')
    })
    // The fields beside the picture belong to it.
    await blockOf('Button, block 4').focus()
    await page.getByLabel('Link', { exact: true }).fill('https://shop.test/typed')
    await page.keyboard.press('Control+z')
    await eventually(async () =>
      expect(await page.getByLabel('Link', { exact: true }).inputValue()).toBe('https://shop.test/'),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await untilOutline(['Heading', 'Text', 'Button', 'Footer'])
    expectNoProblems()
  })

  it('is dragged with the mouse, also into a column', async () => {
    const { page } = dashboard
    await openEditor('Dragged', [
      { type: 'heading', text: 'Top' },
      { type: 'divider' },
      { type: 'columns', columns: [[{ type: 'heading', text: 'Left', level: 3 }], []] },
      { type: 'footer', text: 'Acme' },
    ])
    const centre = async (locator: Locator) => {
      const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      return { x: x + width / 2, y: y + height / 2, bottom: y + height }
    }
    const drag = async (from: Locator, to: { x: number; y: number }) => {
      const start = await centre(from)
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x, start.y + 8)
      await page.mouse.move(to.x, to.y)
      await page.mouse.move(to.x, to.y + 1)
      await page.mouse.up()
    }
    await blockOf('Heading, block 1').hover()
    const below = await centre(blockOf('Divider, block 2'))
    await drag(page.getByRole('button', { name: 'Drag: Heading, block 1' }), {
      x: below.x,
      y: below.bottom - 2,
    })
    await untilOutline(['Divider', 'Heading', 'Columns', 'Heading column 1', 'Footer'])
    await drag(blockOf('Divider, block 1'), await centre(page.getByRole('group', { name: 'Column 2' })))
    await untilOutline(['Heading', 'Columns', 'Heading column 1', 'Divider column 2', 'Footer'])
    await page.keyboard.press('Control+z')
    await untilOutline(['Divider', 'Heading', 'Columns', 'Heading column 1', 'Footer'])
    expectNoProblems()
  })

  it('becomes code and comes back, and says what is lost before it is', async () => {
    const { page } = dashboard
    const id = await openEditor('Code and back')
    await textOf('Heading, block 1', 'Heading').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' again')
    const toCode = async () => {
      await page.getByRole('button', { name: 'Code', exact: true }).click()
      await bodyEditorOf(page).getByText('Hello again').waitFor()
    }
    await toCode()
    await page.getByText('As soon as you change it, the email can only be edited as code').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Picture', exact: true }).click()
    await untilOutline(['Heading', 'Text', 'Button', 'Footer'])
    await toCode()
    await save(2)
    expect((await ask(dashboard.node, `GET /templates/${id}`)).json()).toMatchObject({
      blocks: { blocks: [{ text: 'Hello again' }, {}, {}, {}] },
    })

    await bodyEditorOf(page).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('<!-- mine -->')
    await page.getByText('The code was changed').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back to the blocks' }).click()
    await page.getByRole('button', { name: 'Discard the code' }).click()
    await untilOutline(['Heading', 'Text', 'Button', 'Footer'])
    await page.getByText(/^Version 2 · /).waitFor()

    await toCode()
    await bodyEditorOf(page).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('<!-- mine -->')
    await save(3)
    expect((await ask(dashboard.node, `GET /templates/${id}`)).json()).toMatchObject({ blocks: null })
    // An unfinished comment is not MJML.
    forgetRefusals(400)
    expectNoProblems()
  })

  it('is edited on a phone, with the settings in a sheet', async () => {
    const id = await buildTemplate('Phone')
    const page = await dashboard.context.newPage()
    onTestFinished(() => page.close())
    await watch(page, dashboard)
    await page.setViewportSize({ width: 390, height: 844 })
    await open(`/templates/${id}`, page)
    await blockOf('Button, block 3', page).getByRole('textbox').click()
    await page.keyboard.type('!')
    await page.getByRole('button', { name: 'Move up' }).click()
    await blockOf('Button, block 2', page).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Link', { exact: true }).fill('https://shop.test/phone')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Add a block after: Button, block 2' }).click()
    await page.getByRole('menuitem', { name: 'Space' }).click()
    await blockOf('Space, block 3', page).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await eventually(async () => expect(await blockOf('Space, block 3', page).count()).toBe(0))
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(isWide).toBe(false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as version 2.').waitFor()
    expect(await renderedOf(id)).toContain('https://shop.test/phone')
    expectNoProblems()
  })
})

describe('the picture of a campaign', () => {
  it('is written for A and for a variant, and saves itself', async () => {
    const { page } = dashboard
    const fields = { name: 'July', subject: 'July', from: 'news@shop.test', audienceType: 'ALL' }
    const body = { ...fields, blocks: { blocks: BLOCKS } }
    const answer = await ask(dashboard.node, 'POST /campaigns', { body })
    const { id } = answer.json<{ data: { id: string } }>().data
    const untilSaved = (expected: object) =>
      eventually(async () =>
        expect((await ask(dashboard.node, `GET /campaigns/${id}`)).json()).toMatchObject({ data: expected }),
      )
    await open(`/campaigns/${id}?step=content`)
    await textOf('Heading, block 1', 'Heading').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' July')
    await untilSaved({ blocks: { blocks: [{ text: 'Hello July' }, {}, {}, {}] } })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add a variant to compare' }).click()
    await page.getByRole('switch', { name: 'Has a body of its own' }).click()
    await textOf('Heading, block 1', 'Heading').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' B')
    await untilSaved({
      blocks: { blocks: [{ text: 'Hello July' }, {}, {}, {}] },
      variants: [{ blocks: { blocks: [{ text: 'Hello July B' }, {}, {}, {}] } }],
    })
    await open(`/campaigns/${id}?step=review`)
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Hello July' }))
    expectNoProblems()
  })
})

describe('the picture of an email in a workflow', () => {
  it('opens beside its step, and is saved with the draft', async () => {
    const { page } = dashboard
    const email = { subject: 'Welcome', from: 'news@shop.test', blocks: { blocks: BLOCKS } }
    const steps = [{ id: 'hello', type: 'SEND_EMAIL', name: 'Hello', config: email }]
    const trigger = { type: 'MANUAL' }
    const answer = await ask(dashboard.node, 'POST /workflows', { body: { name: 'Welcome', trigger, steps } })
    const { id } = answer.json<{ id: string }>()
    for (const name of ['older', 'newer']) {
      await ask(dashboard.node, 'POST /contacts', { body: { email: `${name}@example.com` } })
    }
    await open(`/workflows/${id}?step=hello`)
    await page.getByRole('button', { name: 'Write the email' }).click()
    await textOf('Heading, block 1', 'Heading').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and welcome')
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByRole('combobox', { name: 'Show', exact: true }).click()
    await page.getByRole('option', { name: 'As a contact' }).click()
    await page.getByRole('button', { name: 'Next contact' }).click()
    const address = page.getByLabel('Address of the contact')
    await eventually(async () => expect(await address.inputValue()).toBe('newer@example.com'))
    await page.getByRole('button', { name: 'Next contact' }).click()
    await eventually(async () => expect(await address.inputValue()).toBe('older@example.com'))
    await page.getByRole('button', { name: 'Previous contact' }).click()
    await eventually(async () => expect(await address.inputValue()).toBe('newer@example.com'))
    await page.getByRole('dialog').frameLocator('iframe').getByText('and welcome').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () =>
      expect((await ask(dashboard.node, `GET /workflows/${id}`)).json()).toMatchObject({
        steps: [{ config: { blocks: { blocks: [{ text: 'Hello and welcome' }, {}, {}, {}] } } }],
      }),
    )
    expectNoProblems()
  })
})

describe('an email with images', () => {
  const REMOTE = 'https://pictures.test/far.png'
  const emailOf = (own: string) => ({
    subject: 'Pictures',
    from: 'news@shop.test',
    blocks: {
      blocks: [
        { type: 'image', src: own, alt: 'Ours' },
        { type: 'image', src: REMOTE, alt: 'Theirs' },
      ],
    },
  })
  const widthOf = (name: string) =>
    frameOf(dashboard.page)
      .getByRole('img', { name })
      .evaluate((one: { naturalWidth: number }) => one.naturalWidth)
  const untilShown = (name: string) => eventually(async () => expect(await widthOf(name)).toBe(1))

  it('shows uploaded ones everywhere, and those of other servers once they are asked for', async () => {
    const { page, node } = dashboard
    const asked: string[] = []
    onTestFinished(() => page.unroute(REMOTE))
    await page.route(REMOTE, (route) => {
      asked.push(route.request().url())
      return route.fulfill({ body: png, contentType: 'image/png' })
    })
    const email = emailOf(await upload())
    const campaign = await ask(node, 'POST /campaigns', {
      body: { ...email, name: 'Pictures', audienceType: 'ALL' },
    })
    const { id } = campaign.json<{ data: { id: string } }>().data
    const tested = await ask(node, `POST /campaigns/${id}/test`, { body: { email: 'ada@example.com' } })
    const [sent] = tested.json<{ data: { emails: { emailId: string }[] } }>().data.emails
    const steps = [{ id: 'hello', type: 'SEND_EMAIL', name: 'Hello', config: email }]
    const workflow = await ask(node, 'POST /workflows', {
      body: { name: 'Pictures', trigger: { type: 'MANUAL' }, steps },
    })
    await open(`/emails/${sent?.emailId}`)
    await untilShown('Ours')
    await open(`/inbox?email=${sent?.emailId}`)
    await untilShown('Ours')
    await open(`/workflows/${workflow.json<{ id: string }>().id}?tab=simulate`)
    await page.getByRole('button', { name: 'Run the simulation' }).click()
    await untilShown('Ours')
    await open(`/campaigns/${id}?step=review`)
    await untilShown('Ours')
    expect([asked, await widthOf('Theirs')]).toEqual([[], 0])
    await page.getByRole('button', { name: 'Load remote images' }).click()
    await untilShown('Theirs')
    forgetProblems(/pictures\.test/)
    expectNoProblems()
  })
})
