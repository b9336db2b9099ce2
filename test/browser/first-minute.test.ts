// An installation that nobody has set up yet: from its set-up link to the first email, and how its owner signs in again.
import { describe, expect, it } from 'vitest'
import { expectAccessible, openSignedOut, useInstallation } from '../support/browser/dashboard.ts'
import { stepsOn, untilInFrame } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'

const installation = useInstallation()
const { expectNoProblems } = stepsOn(installation)
const { owner } = installation

describe('the first minute', () => {
  it('leads from the set-up link to the first email on screen', async () => {
    const { page } = installation
    await page.goto(installation.setupLink)
    await page.getByLabel('Your name').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Your name').fill(owner.name)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Create the account' }).click()
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
    await page.getByText('npx lettermill accounts reset-password').waitFor()
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
