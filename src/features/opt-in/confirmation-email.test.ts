// The confirmation as it arrives.
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { buildTemplate, buildTopic } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { LANGUAGES } from '../../platform/text/languages.ts'
import { readConfirmationEmails, setSender, signUp } from './fixtures/opt-in-steps.ts'

const test = useTestApp()
let app: TestApp
let email: string
beforeEach(async () => {
  app = await inFreshProject(test)
  email = newAddress()
  await setSender(app)
  await call(app, ['PATCH', '/project'], { body: { name: 'Bread & Butter', tracking: { clicks: true } } })
})

type Content = { subject: string; html: string; text: string }

async function readContent(): Promise<Content & { url: string }> {
  const [waiting] = await readConfirmationEmails(app, email)
  const reply = await call(app, ['GET', `/emails/${waiting?.id}/content`])
  return { ...reply.json<Content>(), url: waiting?.url ?? '' }
}

describe('the built-in confirmation', () => {
  it('has the link twice, as it is, and the name of the project', async () => {
    await signUp(app, { email, confirm: true })
    const { subject, html, text, url } = await readContent()
    expect(subject).toBe('Please confirm your subscription to Bread & Butter')
    expect(html.split(`href="${url}"`)).toHaveLength(3)
    expect(html).toContain('newsletters from Bread &amp; Butter')
    expect(html).not.toMatch(/\{\{|\/c\/|\/o\/|unsubscribe/)
    expect(text).toContain(url)
    expect(url).toMatch(/^http:\/\/[^/]+\/confirm\/[\w-]+$/)
  })

  it('is complete in all languages', async () => {
    const subjects = new Set<string>()
    for (const language of LANGUAGES) {
      email = newAddress()
      await signUp(app, { email, confirm: true, language })
      const { subject, html, text, url } = await readContent()
      for (const part of [subject, html, text]) expect(part).not.toMatch(/[{}]\w|undefined/)
      expect(html).toContain(`lang="${language}"`)
      expect(text).toContain(url)
      subjects.add(subject)
    }
    expect(subjects.size).toBe(LANGUAGES.length)
  })
})

describe('an own template', () => {
  it('has the variables of the contact, the link and the names of the topics', async () => {
    await buildTopic(app, { key: 'news', name: 'News' })
    const template = await buildTemplate(app, {
      subject: 'Hi {{ name }}',
      body: '<p>{{ topics | join: ", " }}</p><a href="{{ confirmUrl }}">Yes</a>',
      from: 'own@shop.test',
      fromName: 'Own',
    })
    await call(app, ['PATCH', '/project'], { body: { doubleOptIn: { templateId: template.id } } })
    await signUp(app, { email, confirm: true, topics: ['news'], data: { name: 'Ada' } })
    const { subject, html, url } = await readContent()
    expect(subject).toBe('Hi Ada')
    expect(html).toContain('<p>News</p>')
    expect(html).toContain(`href="${url}"`)
    const [waiting] = await readConfirmationEmails(app, email)
    const record = await call(app, ['GET', `/emails/${waiting?.id}`])
    expect(record.json()).toMatchObject({ from: 'own@shop.test' })
  })
})
