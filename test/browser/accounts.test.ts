// People and their own account: a forgotten password, a new project, their name and their sessions.
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  expectAccessible,
  expectAllAccessible,
  openSignedOut,
  setUp,
  signIn,
  useInstallation,
  watch,
} from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useSmtpSink } from '../support/servers/smtp-sink.ts'

const NEW_PASSWORD = 'a new and longer pass phrase'

const sink = useSmtpSink()
const installation = useInstallation({
  // The port is known when the node starts.
  get MAIL_TRANSPORT() {
    return `smtp://127.0.0.1:${sink.port}`
  },
})
const { expectNoProblems, forgetRefusals, openWhole, urlOf } = stepsOn(installation)
const { owner } = installation

async function letProjectSend(): Promise<void> {
  await ask(installation.node, 'POST /domains', { body: { domain: 'shop.example.com' } })
  await installation.database.query(`update domains set status = 'VERIFIED', verified_at = now()`)
  await ask(installation.node, 'PATCH /project', { body: { defaultFrom: 'hello@shop.example.com' } })
}

async function signInOn(page: Page): Promise<void> {
  const { email, password } = owner
  await signIn({ ...installation, context: page.context(), owner: { ...owner, email, password } })
  await page.goto(`${installation.url}/app`)
  await page.waitForURL(/\/app\/p\//)
}

const linkInEmail = () =>
  eventually(() => {
    const text = sink.emails[0]?.bytes.toString().replaceAll('=\r\n', '') ?? ''
    const [link] = /http\S+\/reset-password\/[\w-]+/.exec(text) ?? []
    if (link === undefined) throw new Error('no link yet')
    return link
  })

describe('a forgotten password', () => {
  it('is given by the command line as long as no project can send', async () => {
    await setUp(installation)
    const page = await openSignedOut(installation)
    await watch(page, installation)
    await page.goto(`${installation.url}/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByText('This server cannot send a link by email').waitFor()
    await page.getByText('npx lettermill accounts reset-password').waitFor()
    expect(await page.getByLabel('Email').count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByRole('heading', { name: 'Sign in to Lettermill' }).waitFor()
    expectNoProblems()
  })

  it('is replaced by a link in an email, which works once', async () => {
    await letProjectSend()
    const page = await openSignedOut(installation)
    await watch(page, installation)
    // The server looks at most every ten seconds.
    await eventually(async () => {
      await page.goto(`${installation.url}/forgot-password`)
      await page.getByRole('button', { name: 'Send the link' }).waitFor({ timeout: 1_000 })
    })
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText(`If ${owner.email} has an account here`).waitFor()
    await expectAccessible(page)

    const link = await linkInEmail()
    await page.goto(link.replace('127.0.0.1', 'localhost'))
    await page.getByText(`For ${owner.email}.`).waitFor()
    await page.getByText('The link works until').waitFor()
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Must have at least 12 characters').waitFor()
    await expectAccessible(page)
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your password was changed').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/app\/p\//)
    expectNoProblems()

    await page.goto(link.replace('127.0.0.1', 'localhost'))
    await page.getByText('This link does not work any more').waitFor()
    await expectAccessible(page)
    forgetRefusals(403)
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await page.getByRole('button', { name: 'Send the link' }).waitFor()
    expectNoProblems()
    Object.assign(owner, { password: NEW_PASSWORD })
  })
})

describe('a new project', () => {
  it('is made in the menu of the projects, and opened', async () => {
    const page = await openSignedOut(installation)
    await watch(page, installation)
    await signInOn(page)
    await page.getByTitle('Switch project').click()
    await page.getByRole('menuitem', { name: 'New project' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create the project' }).click()
    await dialog.getByText('Must not be empty').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Time zone').fill('Nowhere')
    await dialog.getByLabel('Name of the project').fill('Second shop')
    await dialog.getByRole('button', { name: 'Create the project' }).click()
    await dialog.getByText('Must be a time zone').waitFor()
    await dialog.getByLabel('Time zone').fill('Europe/Berlin')
    await dialog.getByRole('button', { name: 'Create the project' }).click()
    await page.waitForURL(
      (url) => url.pathname.endsWith('/welcome') && !url.href.includes(installation.projectId),
    )
    await page.getByTitle('Switch project').getByText('Second shop').waitFor()
    await page.goto(page.url().replace('/welcome', '/settings'))
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
    await page.goto(page.url().replace('/settings', '/settings?tab=members'))
    await page
      .getByRole('row', { name: new RegExp(owner.email) })
      .getByText('Owner')
      .waitFor()
    expectNoProblems()
  })

  it('proposes the time zone of the browser, and is the first step of an owner without a project', async () => {
    const context = await installation.browser.newContext({
      timezoneId: 'Asia/Tokyo',
      reducedMotion: 'reduce',
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await watch(page, installation)
    await signInOn(page)
    await page.route('**/account', async (route) => {
      const answer = await route.fetch()
      const { success, data } = (await answer.json()) as { success: true; data: object }
      await route.fulfill({ response: answer, json: { success, data: { ...data, projects: [] } } })
    })
    await page.goto(`${installation.url}/app`)
    await page.getByText('Create one to begin.').waitFor()
    await expectAllAccessible(page)
    await page.getByRole('button', { name: 'New project' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
    expectNoProblems()
  })

  it('is made by the owner of the server only, and the menu says so to others', async () => {
    const page = await openSignedOut(installation)
    await watch(page, installation)
    await installation.database.query('update users set is_operator = false')
    await signInOn(page)
    await page.getByTitle('Switch project').click()
    await page.getByText('Only the owner of this server can create projects.').waitFor()
    expect(await page.getByRole('menuitem', { name: 'New project' }).count()).toBe(0)
    await installation.database.query('update users set is_operator = true')
    expectNoProblems()
  })
})

describe('your account', () => {
  it('has a name that can be changed', async () => {
    const page = await openSignedOut(installation)
    await watch(page, installation)
    await signInOn(page)
    await openWhole('/settings?tab=account', page)
    await page.getByLabel('Your name').fill('')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await page.getByText('Must not be empty').waitFor()
    await page.getByLabel('Your name').fill('Dana Scully')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await page.getByText('Your name was changed.').waitFor()
    await openWhole('/settings?tab=members', page)
    await page.getByRole('row', { name: /Dana Scully/ }).waitFor()
    expectNoProblems()
  })

  it('lists the browsers that are signed in, and ends one or all others', async () => {
    await installation.database.query('delete from sessions')
    const [page, second, third] = [
      await openSignedOut(installation),
      await openSignedOut(installation),
      await openSignedOut(installation),
    ]
    await watch(page, installation)
    for (const one of [second, third, page]) await signInOn(one)
    await openWhole('/settings?tab=account', page)
    const rows = page.getByRole('table', { name: 'Your sessions' }).getByRole('row')
    expect(await rows.count()).toBe(4)
    await rows.filter({ hasText: 'This browser' }).getByText('Chrome on Linux').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'End the session in Chrome on Linux' }).first().click()
    await page.getByText('The session has ended.').waitFor()
    await eventually(async () => expect(await rows.count()).toBe(3))
    await page.getByRole('button', { name: 'End all others' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
    await page.getByText('All your other sessions have ended.').waitFor()
    await eventually(async () => expect(await rows.count()).toBe(2))
    expect(await page.getByRole('button', { name: 'End all others' }).count()).toBe(0)
    for (const one of [second, third]) {
      await one.goto(urlOf('/emails'))
      await one.getByRole('heading', { name: 'Sign in to Lettermill' }).waitFor()
    }
    expectNoProblems()
  })
})
