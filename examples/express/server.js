import express from 'express'
import { Webhook } from 'standardwebhooks'

const { LETTERMILL_BASE_URL, LETTERMILL_API_KEY, WEBHOOK_SECRET, PORT = '8080' } = process.env

/** `key` makes a repeated call harmless: the email is sent once. */
async function sendEmail(email, key) {
  const response = await fetch(`${LETTERMILL_BASE_URL}/v1/send`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${LETTERMILL_API_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(email),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`Lettermill answered ${response.status}: ${answer.message}`)
  return answer.data.emails[0].email
}

const app = express()
const webhook = new Webhook(WEBHOOK_SECRET)

app.post('/sign-up', express.json(), async (request, response) => {
  const { email, name } = request.body
  const id = await sendEmail(
    {
      to: email,
      from: 'hello@shop.test',
      subject: 'Welcome, {{ name }}',
      body: '<h1>Welcome, {{ name }}</h1>',
      data: { name },
    },
    `welcome-${email}`,
  )
  response.status(202).json({ id })
})

// The signature covers the bytes as they came, so nothing may parse them before.
app.post('/webhooks/lettermill', express.raw({ type: 'application/json' }), (request, response) => {
  try {
    const event = webhook.verify(request.body.toString(), request.headers)
    console.log(event.type, event.data)
    response.status(204).end()
  } catch {
    response.status(401).end()
  }
})

app.listen(Number(PORT), () => console.log(`listening on ${PORT}`))
