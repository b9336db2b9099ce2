export type Email = {
  to: string
  from: string
  subject: string
  body: string
  data?: Record<string, unknown>
}

/** `key` makes a repeated call harmless: the email is sent once. */
export async function sendEmail(email: Email, key: string): Promise<string> {
  const response = await fetch(`${process.env.LETTERMILL_BASE_URL}/v1/send`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env.LETTERMILL_API_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(email),
    cache: 'no-store',
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`Lettermill answered ${response.status}: ${answer.message}`)
  return answer.data.emails[0].email
}
