// An installation that nobody has set up yet: from its set-up link to the first email, and how its owner signs in again.
import { describe, expect, it } from 'vitest'
import { expectAccessible, openSignedOut, useInstallation } from '../support/browser/dashboard.ts'
import { stepsOn, untilInFrame } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'

const installation = useInstallation()
const { expectNoProblems } = stepsOn(installation)
const { owner } = installation

describe('the first minute', () => {
  it('says at / that the output of the server has the set-up link, and never shows it', async () => {
    const page = await openSignedOut(installation)
    await page.goto(`${installation.url}/`)
    await page.getByRole('heading', { name: 'Set up Lettermill' }).waitFor()
    await page.getByText('Its output has the link that creates the first one').waitFor()
    await expectAccessible(page)
    const token = installation.setupLink.slice(installation.setupLink.lastIndexOf('/') + 1)
    expect(await page.content()).not.toContain(token)
    expect(await (await fetch(`${installation.url}/auth/methods`)).text()).not.toContain(token)
  })

  it('leads from the set-up link to the first email on screen', async () => {
    const { page } = installation
    await page.goto(installation.setupLink)
    await page.getByLabel('Your name').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Your name').fill(owner.name)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(await page.getByLabel('Time zone').inputValue()).toBe(zone)
    await page.getByLabel('Time zone').fill('Europe/Lisbon')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('group', { name: 'What do you want to do first?' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Send from an app').check()
    await page.getByRole('heading', { name: 'Send your first email' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByText(/Bearer sk_\w{30,}/).waitFor()
    for (const language of ['Node', 'Python']) {
      await page.getByRole('button', { name: language }).click()
      await page.getByText(/Bearer sk_\w{30,}/).waitFor()
    }
    await page.getByRole('button', { name: 'Send it' }).click()
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await timeline.getByText('Delivered', { exact: true }).waitFor()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'It works', exact: true }))
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open the email' }).click()
    await page.getByRole('heading', { name: 'Hello from Lettermill', level: 1 }).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('keeps the choice of the first steps, checks off what is there, and changes it on request', async () => {
    const { page, node, projectId, url } = installation
    await page.goto(`${url}/app/p/${projectId}`)
    const steps = page.getByRole('list').filter({ hasText: 'Send an email' })
    await steps.getByRole('link', { name: 'Create an API key Done' }).waitFor()
    await steps.getByRole('link', { name: 'Send an email Done' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Write to an audience' }).click()
    // The recipient of the email is a contact.
    await page.getByText('1 of 5 done').waitFor()
    await ask(node, 'POST /templates', { body: { name: 'News', subject: 'News', body: '<p>News</p>' } })
    await page.goto(`${url}/app/p/${projectId}/welcome`)
    await page.getByRole('heading', { name: 'Your first campaign' }).waitFor()
    await page.getByText('2 of 5 done').waitFor()
    await page.getByRole('link', { name: 'Bring your audience Done' }).waitFor()
    await page.getByRole('link', { name: 'Make your first template Done' }).waitFor()
    expect(await page.getByLabel('Write to an audience').isChecked()).toBe(true)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Verify your domain' }).click()
    await page.waitForURL(/\/domains/)
    expectNoProblems()
  })

  it('takes the set-up link only once, and leads its owner from there to the page to sign in', async () => {
    const page = await openSignedOut(installation)
    await page.goto(installation.setupLink)
    await page.getByLabel('Your name').fill('Eve')
    await page.getByLabel('Email').fill('eve@example.com')
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([])
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`**/app/p/${installation.projectId}`)
  })

  it('says what is wrong with a field, next to it', async () => {
    const page = await openSignedOut(installation)
    await page.goto(installation.setupLink)
    await page.getByLabel('Email').fill('not an address')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText('Must have at least 12 characters').waitFor()
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('signing in', () => {
  it('leads back to the page that was asked for', async () => {
    const page = await openSignedOut(installation)
    await ask(installation.node, 'POST /contacts', { body: { email: 'ada@example.com' } })
    await page.goto(`${installation.url}/app/p/${installation.projectId}/contacts?q=ada`)
    await page.getByRole('heading', { name: 'Sign in to Lettermill' }).waitFor()
    await expectAccessible(page)
    // This server has no other way to sign in.
    expect(await page.getByRole('button').allInnerTexts()).toContain('Sign in')
    expect(await page.getByText('or with your password').count()).toBe(0)
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill('a wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'ada@example.com' }).waitFor()
    expect(page.url()).toContain('/contacts?q=ada')
  })
})
