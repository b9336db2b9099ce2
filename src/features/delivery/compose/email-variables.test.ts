import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import type { LinkPurpose } from '../../../platform/secrets/link-tokens.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { LANGUAGES } from '../../../platform/text/languages.ts'
import { footerWords } from '../content/footer.ts'
import { createEmailVariables, pagesNamed } from './email-variables.ts'

const secrets = createSecrets('a key that is long enough for the tests')
const tokens = createLinkTokens(secrets)
const variablesOf = createEmailVariables({ secrets })
const email = {
  publicUrl: 'https://mail.example',
  projectId: randomUUID() as ProjectId,
  emailId: randomUUID() as EmailId,
  contactId: randomUUID() as ContactId,
  links: { first: 0, count: 2 },
  trackOpens: true,
  project: { name: 'Acme', postalAddress: 'Main Street 1', locale: 'en' },
}
const { projectId, emailId, contactId } = email

const readUrl = (url: string | undefined, prefix: string, purpose: LinkPurpose) =>
  tokens.read(purpose, (url ?? '').slice(prefix.length))

describe('the variables of an email', () => {
  const variables = variablesOf(email)

  it.each(['unsubscribe', 'subscribe', 'manage'] as const)(
    'lead to the %s page of its contact',
    (purpose) => {
      const read = readUrl(variables[`${purpose}Url`], `https://mail.example/${purpose}/`, purpose)
      expect(read).toEqual({ ids: [projectId, contactId, emailId], number: 0 })
    },
  )

  it('link to the pixel and to each tracked link by its number', () => {
    const ids = [projectId, emailId]
    expect(readUrl(variables.lm_open, 'https://mail.example/o/', 'open')).toEqual({ ids, number: 0 })
    for (const number of [0, 1]) {
      expect(readUrl(variables[`lm_link_${number}`], 'https://mail.example/c/', 'click')).toEqual({
        ids,
        number,
      })
    }
    expect(variables).not.toHaveProperty('lm_link_2')
  })

  it('override only the four documented names in the data of customers', () => {
    const names = Object.keys(variables).filter((name) => !name.startsWith('lm_'))
    expect(names.toSorted()).toEqual(['browserUrl', 'manageUrl', 'subscribeUrl', 'unsubscribeUrl'])
  })

  it('are the same whenever the email is composed', () => {
    expect(variablesOf(email)).toEqual(variables)
  })

  it('omit the pages that the email does not link to', () => {
    const { unsubscribeUrl, subscribeUrl, manageUrl } = variablesOf({ ...email, pages: ['manage'] })
    expect({ unsubscribeUrl, subscribeUrl, manageUrl }).toEqual({
      unsubscribeUrl: '',
      subscribeUrl: '',
      manageUrl: variables.manageUrl,
    })
    expect(pagesNamed('<a href="{{ unsubscribeUrl }}">x</a>{{manageUrl}}')).toEqual(['unsubscribe', 'manage'])
  })

  it('have no pixel if opens are not tracked', () => {
    expect(variablesOf({ ...email, trackOpens: false }).lm_open).toBe('')
  })

  it('use the host of the sender for tracking only', () => {
    const own = variablesOf({ ...email, trackingHost: 'click.acme.example' })
    expect(own.lm_open).toMatch(/^https:\/\/click\.acme\.example\/o\//)
    expect(own.lm_link_0).toMatch(/^https:\/\/click\.acme\.example\/c\//)
    expect(own.unsubscribeUrl).toBe(variables.unsubscribeUrl)
  })

  it('keep the port and the path of this installation at the host of the sender', () => {
    const publicUrl = 'http://mail.example:8080/lettermill'
    const own = variablesOf({ ...email, publicUrl, trackingHost: 'click.acme.example' })
    expect(own.lm_open).toMatch(/^http:\/\/click\.acme\.example:8080\/lettermill\/o\/[\w-]+$/)
  })

  it('name only the email if it has no contact', () => {
    const read = readUrl(
      variablesOf({ ...email, contactId: null }).unsubscribeUrl,
      'https://mail.example/unsubscribe/',
      'unsubscribe',
    )
    expect(read?.ids).toEqual([projectId, emailId])
  })

  it.each([
    ['de', 'Abmelden', 'de'],
    ['de-AT', 'Abmelden', 'de'],
    ['pt_BR', 'Cancelar subscrição', 'pt'],
    [' FR ', 'Se désabonner', 'fr'],
    ['xx', 'Unsubscribe', 'en'],
    [undefined, 'Unsubscribe', 'en'],
  ])('speak the language of %s', (locale, word, language) => {
    const spoken = variablesOf({ ...email, ...(locale !== undefined && { locale }) })
    expect(spoken).toMatchObject({ lm_footer_unsubscribe: word, lm_footer_language: language })
    expect(spoken.lm_footer_manage).toMatch(/\w/)
  })

  it('carry the name and the postal address of the project', () => {
    expect(variables).toMatchObject({ lm_project_name: 'Acme', lm_postal_address: 'Main Street 1' })
    expect(
      variablesOf({ ...email, project: { name: 'A', postalAddress: null, locale: 'en' } }).lm_postal_address,
    ).toBe('')
  })
})

it('every language has its own texts', () => {
  expect(LANGUAGES.length).toBeGreaterThanOrEqual(11)
  expect(new Set(LANGUAGES.map((language) => footerWords(language).reason)).size).toBe(LANGUAGES.length)
})
