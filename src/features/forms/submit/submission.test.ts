// Signing up with a form: what a person gets, and what becomes of the contact.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, newAddress, readContact } from '../../../../test/support/factories.ts'
import { buildTopic } from '../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { setProjectDisabled } from '../../projects/index.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  buildSignUpForm,
  fillIn,
  openPage,
  postForm,
  postJson,
  readChallenge,
  readForm,
  solve,
  tokenIn,
} from '../fixtures/form-steps.ts'

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })

const EMAIL = { key: 'email', label: 'Email', type: 'email', required: true }
const FIELDS = [
  EMAIL,
  { key: 'data.name', label: 'Name', type: 'text', required: true },
  { key: 'data.age', label: 'Age', type: 'number' },
  { key: 'data.born', label: 'Born', type: 'date' },
  { key: 'data.plan', label: 'Plan', type: 'select', options: ['Free', 'Pro'] },
  { key: 'data.adult', label: 'I am an adult', type: 'checkbox' },
]

const titleOf = ({ body }: Reply): string => /<h1[^>]*>([^<]*)</.exec(body)?.[1] ?? ''

/** A project that can send its confirmations. */
async function inSendingProject(): Promise<TestApp> {
  const app = await inFreshProject(test)
  await call(app, ['PATCH', '/project'], { body: { name: 'Acme', defaultFrom: 'news@acme.test' } })
  return app
}

describe('a person without scripts', () => {
  it('opens the page, fills it in and is signed up, with typed data', async () => {
    const app = await inSendingProject()
    const { id } = await buildSignUpForm(app, {
      fields: FIELDS,
      successText: 'Welcome!',
      consentText: 'I agree.',
    })
    const email = newAddress()
    const reply = await fillIn(app, {
      form: id,
      values: {
        email: ` ${email.toUpperCase()} `,
        'data.name': ' Ada\r\nLovelace ',
        'data.age': '36.5',
        'data.born': '1815-12-10',
        'data.plan': 'Pro',
        'data.adult': 'true',
        'data.unknown': 'x',
        subscribed: 'false',
        'topics.news': 'true',
      },
    })
    expect([reply.statusCode, titleOf(reply)]).toEqual([200, 'Thank you'])
    expect(reply.body).toContain('Welcome!')
    const contact = await readContact(app, email)
    expect(contact).toMatchObject({ subscribed: true, topics: {} })
    expect(contact?.data).toEqual({
      name: 'Ada Lovelace',
      age: 36.5,
      born: '1815-12-10',
      plan: 'Pro',
      adult: true,
    })
    expect((await readForm(app, id)).submissions).toBe(1)
  })

  it('leaves fields empty without changing anything, and boxes unchecked', async () => {
    const app = await inSendingProject()
    const { id } = await buildSignUpForm(app, { fields: FIELDS })
    const email = newAddress()
    const values = { email, 'data.name': 'Ada', 'data.age': '', 'data.born': ' ', 'data.plan': '' }
    expect((await fillIn(app, { form: id, values })).statusCode).toBe(200)
    expect((await readContact(app, email))?.data).toEqual({ name: 'Ada', adult: false })
  })

  it('sees problems beside the fields, with what was typed', async () => {
    const app = await inSendingProject()
    const fields = [...FIELDS, { key: 'data.rules', label: 'Rules', type: 'checkbox', required: true }]
    const { id } = await buildSignUpForm(app, { fields })
    const values = {
      email: 'ada@',
      'data.name': '',
      'data.age': 'old',
      'data.born': '2030-02-30',
      'data.plan': 'Gold',
    }
    const reply = await fillIn(app, { form: id, values, headers: { 'accept-language': 'de' } })
    expect(reply.statusCode).toBe(422)
    for (const text of [
      'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
      'Bitte füllen Sie dieses Feld aus.',
      'Bitte geben Sie eine Zahl ein.',
      'Bitte geben Sie ein Datum ein.',
      'Bitte wählen Sie eine der Möglichkeiten.',
      'Bitte setzen Sie hier ein Häkchen.',
    ]) {
      expect(reply.body).toContain(text)
    }
    expect(reply.body.match(/aria-invalid="true" aria-describedby="f\d-problem"/g)).toHaveLength(6)
    expect(reply.body.match(/autofocus/g)).toHaveLength(1)
    expect(reply.body).toContain('value="ada@"')
    expect(reply.body).toContain('value="old"')
    const email = newAddress()
    const fixed = { email, 'data.name': 'Ada', 'data.rules': 'true', shown: tokenIn(reply) }
    expect((await postForm(app, { form: id, values: fixed })).statusCode).toBe(200)
    expect(await readContact(app, email)).toBeDefined()
  })

  it('is sent to the next page', async () => {
    const { id } = await buildSignUpForm(test, { redirectUrl: 'https://example.com/thänks' })
    const reply = await fillIn(test, { form: id, values: { email: newAddress() } })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, 'https://example.com/th%C3%A4nks'])
  })

  it('is asked once more if the page was open for too long, or comes from elsewhere', async () => {
    const { id } = await buildSignUpForm(test, { fields: FIELDS })
    const page = await openPage(test, id)
    test.clock.advance(25 * 3_600_000)
    for (const shown of [tokenIn(page), '', 'abc.def', 'x'.repeat(10_000)]) {
      const email = newAddress()
      const values = { email, 'data.name': 'Ada', 'data.adult': 'true' }
      const asked = await postForm(test, { form: id, values: { ...values, shown } })
      expect(asked.statusCode).toBe(200)
      expect(asked.body).toContain('press the button once more')
      expect(asked.body).toContain(`value="${email}"`)
      expect(asked.body).toMatch(/name="data.adult" checked/)
      expect(await readContact(test, email)).toBeUndefined()
      const again = await postForm(test, { form: id, values: { ...values, shown: tokenIn(asked) } })
      expect([again.statusCode, titleOf(again)]).toEqual([200, 'Thank you'])
      expect(await readContact(test, email)).toBeDefined()
    }
  })

  it('cannot use the time of another form', async () => {
    const [one, other] = [await buildSignUpForm(test), await buildSignUpForm(test)]
    const page = await openPage(test, one.id)
    test.clock.advance(5_000)
    const reply = await postForm(test, {
      form: other.id,
      values: { email: newAddress(), shown: tokenIn(page) },
    })
    expect(reply.body).toContain('press the button once more')
  })
})

describe('a caller with JSON', () => {
  it('signs up with data nested or not, and gets an answer for programs', async () => {
    const app = await inSendingProject()
    const { id } = await buildSignUpForm(app, { fields: FIELDS, redirectUrl: 'https://example.com/' })
    const [first, second] = [newAddress(), newAddress()]
    const nested = await postJson(app, {
      form: id,
      body: { email: first, data: { name: 'Ada', age: 36, adult: true, other: 1 }, subscribed: false },
    })
    expect([nested.statusCode, nested.json()]).toEqual([
      200,
      {
        success: true,
        message: expect.stringContaining('entries have arrived') as string,
        redirectUrl: 'https://example.com/',
      },
    ])
    expect((await postJson(app, { form: id, body: { email: second, 'data.name': 'Bo' } })).statusCode).toBe(
      200,
    )
    expect((await readContact(app, first))?.data).toEqual({ name: 'Ada', age: 36, adult: true })
    expect((await readContact(app, second))?.data).toEqual({ name: 'Bo', adult: false })
  })

  it('gets the problems of all fields', async () => {
    const { id } = await buildSignUpForm(test, { fields: FIELDS })
    const body = { email: 7, data: { name: {}, age: '1e', born: [], plan: 'Gold', adult: 'maybe' } }
    const reply = await postJson(test, { form: id, body })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([
      422,
      {
        email: 'invalid_string',
        'data.name': 'invalid_string',
        'data.age': 'invalid_type',
        'data.born': 'invalid_date',
        'data.plan': 'invalid_enum_value',
      },
    ])
    for (const other of [[], 'text', 7, null]) {
      expect(fieldsOf(await postJson(test, { form: id, body: other }))).toMatchObject({ email: 'required' })
    }
  })

  it.each([
    ['broken JSON', { payload: '{', type: 'application/json', status: 400 }],
    ['another type', { payload: 'a=b', type: 'text/plain', status: 400 }],
    ['a file', { payload: '--x\r\n', type: 'multipart/form-data; boundary=x', status: 400 }],
    [
      'too much',
      { payload: `email=${'a'.repeat(70_000)}`, type: 'application/x-www-form-urlencoded', status: 413 },
    ],
  ])('is refused with %s', async (_what, { payload, type, status }) => {
    const { id } = await buildSignUpForm(test)
    const headers = { 'content-type': type }
    const reply = await test.app.inject({ method: 'POST', url: `/f/${id}`, headers, payload })
    expect(reply.statusCode).toBe(status)
  })

  it('is refused with text that cannot be stored, or is too long', async () => {
    const { id } = await buildSignUpForm(test, { fields: FIELDS })
    const long = { email: newAddress(), data: { name: 'a'.repeat(1001) } }
    expect(fieldsOf(await postJson(test, { form: id, body: long }))).toEqual({ 'data.name': 'too_big' })
    const values = { email: newAddress(), 'data.name': 'a\0b' }
    expect((await fillIn(test, { form: id, values })).body).toContain('characters that cannot be stored')
  })
})

describe('a confirmation', () => {
  it.each([
    ['of the project', { doubleOptIn: true, confirm: null, state: 'PENDING' }],
    ['of the form', { doubleOptIn: false, confirm: true, state: 'PENDING' }],
    ['that the form does not want', { doubleOptIn: true, confirm: false, state: 'SUBSCRIBED' }],
    ['that nobody wants', { doubleOptIn: false, confirm: null, state: 'SUBSCRIBED' }],
  ])('%s decides about new contacts', async (_what, { doubleOptIn, confirm, state }) => {
    const app = await inSendingProject()
    await call(app, ['PATCH', '/project'], { body: { doubleOptIn: { enabled: doubleOptIn } } })
    await buildTopic(app, { key: 'news', optIn: 'explicit' })
    const { id } = await buildSignUpForm(app, { confirm, topics: ['news'], consentText: 'I agree.' })
    const email = newAddress()
    await fillIn(app, { form: id, values: { email } })
    const contact = await readContact(app, email)
    expect(contact?.subscriptionState).toBe(state)
    expect(contact?.topics).toEqual(state === 'PENDING' ? {} : { news: true })
  })

  it('keeps the form, the words that were shown, and the language of the browser', async () => {
    const app = await inSendingProject()
    const { id } = await buildSignUpForm(app, { confirm: true, consentText: 'I agree.\nReally.' })
    const email = newAddress()
    await fillIn(app, { form: id, values: { email }, headers: { 'accept-language': 'sv-SE' } })
    const { rows } = await sql<{ source: object; subject: string }>`
      select source, (select subject from contents where project_id = c.project_id) as subject
      from confirmations as c where project_id = ${app.project.projectId}`.execute(app.deps.database.db)
    expect(rows).toEqual([
      {
        source: { kind: 'form', id, text: 'I agree.\nReally.' },
        subject: expect.stringContaining('prenumeration') as string,
      },
    ])
  })

  it('never lets a form undo that somebody left', async () => {
    const app = await inSendingProject()
    await buildTopic(app, { key: 'news' })
    const { id } = await buildSignUpForm(app, { topics: ['news'] })
    const { email } = await buildContact(app)
    await call(app, ['POST', '/contacts'], { body: { email, subscribed: false, topics: { news: false } } })
    await fillIn(app, { form: id, values: { email } })
    expect(await readContact(app, email)).toMatchObject({ subscribed: false, topics: { news: false } })
  })
})

describe('the answer', () => {
  it('is the same for an address that is new, subscribed, gone or suppressed', async () => {
    const app = await inSendingProject()
    const { id } = await buildSignUpForm(app, { confirm: true, fields: FIELDS })
    const known = (await buildContact(app)).email
    const left = (await buildContact(app, { subscribed: false })).email
    const suppressed = newAddress()
    await call(app, ['POST', '/suppressions'], { body: { email: suppressed } })
    const full = newAddress()
    const keys = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, 1]))
    await call(app, ['POST', '/contacts'], { body: { email: full, data: keys } })
    const bodies = new Set<string>()
    for (const email of [newAddress(), known, left, suppressed, full]) {
      const html = await fillIn(app, { form: id, values: { email, 'data.name': 'Ada' } })
      const json = await postJson(app, { form: id, body: { email, data: { name: 'Ada' } } })
      bodies.add(`${html.statusCode} ${html.body} ${json.statusCode} ${json.body}`)
    }
    expect([...bodies]).toHaveLength(1)
  })
})

describe('a proof of work', () => {
  it('stands for the time of display, in any page', async () => {
    const { id } = await buildSignUpForm(test)
    const email = newAddress()
    const altcha = solve(await readChallenge(test, id))
    const reply = await postForm(test, { form: id, values: { email, altcha } })
    expect([reply.statusCode, titleOf(reply)]).toEqual([200, 'Thank you'])
    expect(await readContact(test, email)).toBeDefined()
  })

  it('counts once, also if it is sent twice at the same time', async () => {
    const { id } = await buildSignUpForm(test)
    const altcha = solve(await readChallenge(test, id))
    const emails = Array.from({ length: 6 }, newAddress)
    const replies = await Promise.all(
      emails.map((email) => postForm(test, { form: id, values: { email, altcha } })),
    )
    expect(replies.filter((reply) => titleOf(reply) === 'Thank you')).toHaveLength(1)
    expect(replies.filter(({ body }) => body.includes('press the button once more'))).toHaveLength(5)
    const contacts = await Promise.all(emails.map((email) => readContact(test, email)))
    expect(contacts.filter((contact) => contact !== undefined)).toHaveLength(1)
    expect((await readForm(test, id)).submissions).toBe(1)
    const json = await postJson(test, { form: id, body: { email: newAddress(), altcha } })
    expect([json.statusCode, fieldsOf(json)]).toEqual([422, { altcha: 'custom' }])
  })

  it('is worth nothing if it is wrong, late, or of another form', async () => {
    const [form, other] = [await buildSignUpForm(test), await buildSignUpForm(test)]
    const challenge = await readChallenge(test, form.id)
    const good = JSON.parse(Buffer.from(solve(challenge), 'base64').toString()) as {
      number: number
      salt: string
    }
    const payload = (changes: object) =>
      Buffer.from(JSON.stringify({ ...good, ...changes })).toString('base64')
    const moved = { salt: good.salt.replace(/expires=(\d)/, 'expires=9$1') }
    const foreign = solve(await readChallenge(test, other.id))
    const wrong = [
      payload({ number: good.number + 1 }),
      payload({ number: String(good.number) }),
      payload({ signature: '0'.repeat(64) }),
      payload(moved),
      foreign,
      'x',
      Buffer.from('null').toString('base64'),
      'A'.repeat(5_000),
    ]
    const email = newAddress()
    for (const altcha of wrong) {
      const reply = await postJson(test, { form: form.id, body: { email, altcha } })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { altcha: 'custom' }])
    }
    test.clock.advance(61 * 60_000)
    expect((await postJson(test, { form: form.id, body: { email, altcha: payload({}) } })).statusCode).toBe(
      422,
    )
    expect(await readContact(test, email)).toBeUndefined()
  })
})

describe('a form that is disabled, or of a disabled project', () => {
  it('answers 404 to everybody, kindly', async () => {
    const { id } = await buildSignUpForm(test, { allowedOrigins: ['https://a.example'] })
    await call(test, ['PATCH', `/forms/${id}`], { body: { enabled: false } })
    for (const unknown of [id, '01890000-0000-7000-8000-000000000000', 'nothing']) {
      const page = await openPage(test, unknown, { headers: { 'accept-language': 'fr-CA' } })
      expect([page.statusCode, titleOf(page)]).toEqual([404, 'Ce formulaire n’est pas disponible'])
      expect((await postForm(test, { form: unknown, values: {} })).statusCode).toBe(404)
      const json = await postJson(test, { form: unknown, body: {}, headers: { origin: 'https://a.example' } })
      expect([json.statusCode, errorOf(json).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    }
  })

  it('answers 404 while the project is disabled', async () => {
    const app = await inSendingProject()
    const { id } = await buildSignUpForm(app)
    const { projectId } = app.project
    await setProjectDisabled(app.deps.database.db, { projectId, isDisabled: true, now: app.clock.now() })
    expect((await openPage(app, id)).statusCode).toBe(404)
    expect((await postJson(app, { form: id, body: { email: newAddress() } })).statusCode).toBe(404)
  })
})
