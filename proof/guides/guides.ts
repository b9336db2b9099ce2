// The guides whose programs npm cannot install. Their code is taken out of the page and run as it is written there.
import { codeBlocks } from './blocks.ts'

export type GuideRun = {
  name: string
  page: string
  /** A command that fails where the language or its library is missing, and how to install it. */
  probe: readonly [string, ...string[]]
  install: string
  /** By name, in a folder of its own. */
  files: Record<string, string>
  commands: readonly (readonly [string, ...string[]])[]
  emails: number
  events: number
}

const block = (page: string, language: string, index: number): string => {
  const code = codeBlocks(page, language)[index]
  if (code === undefined) throw new Error(`${page} has no block ${index + 1} of ${language}`)
  return code
}

const GO_PAGE = 'docs/guides/go.md'
const DJANGO_PAGE = 'docs/guides/django.md'
const RAILS_PAGE = 'docs/guides/rails.md'
const LARAVEL_PAGE = 'docs/guides/laravel.md'

const GO: GuideRun = {
  name: 'go',
  page: GO_PAGE,
  probe: ['go', 'version'],
  install: 'apt-get install golang-go',
  files: { 'api.go': block(GO_PAGE, 'go', 0), 'smtp.go': block(GO_PAGE, 'go', 1) },
  commands: [
    ['go', 'run', 'api.go'],
    ['go', 'run', 'smtp.go'],
  ],
  emails: 2,
  events: 0,
}

const DJANGO: GuideRun = {
  name: 'django',
  page: DJANGO_PAGE,
  probe: ['python3', '-c', 'import django'],
  install: 'apt-get install python3-django, or pip install django',
  files: {
    'settings.py': block(DJANGO_PAGE, 'python', 0),
    'emails.py': block(DJANGO_PAGE, 'python', 1),
    'lettermill.py': block(DJANGO_PAGE, 'python', 2),
    'main.py': `import os
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
from emails import send_welcome
from lettermill import post
send_welcome("django@example.com", "Ada")
post("/v1/track", {"email": "ada@example.com", "event": "signup"})
`,
  },
  commands: [['python3', 'main.py']],
  emails: 1,
  events: 1,
}

const RAILS: GuideRun = {
  name: 'rails',
  page: RAILS_PAGE,
  probe: ['ruby', '-e', 'require "action_mailer"'],
  install: 'apt-get install ruby ruby-actionmailer',
  files: {
    'main.rb': `require "action_mailer"
config = Struct.new(:action_mailer).new(ActionMailer::Base)
${block(RAILS_PAGE, 'ruby', 0)}
${block(RAILS_PAGE, 'ruby', 1)}
${block(RAILS_PAGE, 'ruby', 2)}
WelcomeMailer.welcome("rails@example.com", "Ada").deliver_now
Lettermill.post("/v1/track", { email: "ada@example.com", event: "signup" })
`,
  },
  commands: [['ruby', 'main.rb']],
  emails: 1,
  events: 1,
}

const LARAVEL: GuideRun = {
  name: 'laravel',
  page: LARAVEL_PAGE,
  probe: ['php', '--version'],
  install: 'apt-get install php-cli',
  files: {
    // The framework itself is not installed: the mailable is checked for its syntax only.
    'Welcome.php': block(LARAVEL_PAGE, 'php', 0),
    'Lettermill.php': block(LARAVEL_PAGE, 'php', 1),
    'main.php': `<?php
require 'Lettermill.php';
App\\Services\\Lettermill::post('/v1/track', ['email' => 'ada@example.com', 'event' => 'signup']);
`,
  },
  commands: [
    ['php', '-l', 'Welcome.php'],
    ['php', 'main.php'],
  ],
  emails: 0,
  events: 1,
}

export const GUIDES: readonly GuideRun[] = [GO, DJANGO, RAILS, LARAVEL]
