// The reader of an email: opens it, clicks, unsubscribes.
import { call } from './requests.ts'
import type { TestApp } from './test-app.ts'

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'

/** The paths of the pixel and the links in an email, as its reader sees them. */
export async function linksIn(test: TestApp, emailId: string): Promise<string[]> {
  const { html } = (await call(test, ['GET', `/emails/${emailId}/content`])).json<{ html: string }>()
  return [...html.matchAll(/https?:\/\/[^"'()\s&]+/g)].map(([url]) => new URL(url).pathname)
}

export const visit = (test: TestApp, path: string | undefined) =>
  test.app.inject({ method: 'GET', url: path ?? '', headers: { 'user-agent': BROWSER } })
