'use server'

import { sendEmail } from '../lib/lettermill'

export async function signUp(form: FormData): Promise<void> {
  const address = String(form.get('email') ?? '')
  // Save the user here, and use its id in the key.
  await sendEmail(
    {
      to: address,
      from: 'hello@shop.test',
      subject: 'Welcome, {{ name }}',
      body: '<h1>Welcome, {{ name }}</h1>',
      data: { name: String(form.get('name') ?? 'friend') },
    },
    `welcome-${address}`,
  )
}
