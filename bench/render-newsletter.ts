// A newsletter of 32 kB with ten variables, built like one that MJML makes: tables in tables, styles in the head and
// inline, and the typographic characters that any text for people has.

const STORIES: [title: string, text: string][] = [
  [
    'The mill keeps its own calendar',
    'This month the wheel stood still for nine days – the longest since the new sluice was built. What looked like a lost fortnight became the best thing that happened to the workshop: the frames were taken apart, the felts were washed, and we finally found out where the draught by the north window comes from.',
  ],
  [
    'Forty sheets of indigo',
    'It takes eleven dips to get the blue that people remember. “You stop one dip before you are satisfied,” says Marta, who has done it for thirty years, “because it goes on working while it dries.” Forty sheets were good enough to keep; the other sixty went back into the vat and will be envelopes by May.',
  ],
  [
    'What a deckle is for',
    'The loose frame on top of the mould decides how thick a sheet gets, and leaves the feathered edge that printers either love or trim away. We make ours from pear wood now: it warps less than the beech we used before, and it costs about € 14 a frame if you cut it yourself.',
  ],
  [
    'Visitors, and how to be one',
    'The doors are open on the first Saturday of the month, from ten until the light goes. Bring old letters if you have any you can part with – they make a surprisingly even pulp – and shoes that may get wet. Children under twelve come free and usually leave with more paper than their parents.',
  ],
]

const CELL =
  "padding:24px 32px;font-family:Georgia,'Times New Roman',serif;font-size:17px;line-height:26px;color:#2b2a27;text-align:left;word-break:break-word"

const HEAD = `<!doctype html>
<html lang="en" xmlns:v="urn:schemas-microsoft-com:vml"><head><meta charset="utf-8"><title>News for {{ firstName ?? "you" }}</title>
<style>
  body{margin:0;padding:0;background:#f4f1ea} img{border:0;display:block} a{color:#1d4f91}
  @media only screen and (max-width:600px){ .column{width:100% !important} .wide{padding:16px !important} td > p{margin:0 0 12px} }
</style></head><body>
<p>Dear {{ firstName ?? "reader" }}, greetings to {{ data.city ?? "wherever you are" }}.</p>
`

const FOOT = `<p>You get this at {{ email }} because {{ company }} asked for the {{ plan }} edition; it is number {{ data.issue }}, edited by {{ editor }}, and you have {{ data.points }} points.</p>
<p><!--[if mso]><v:roundrect href="{{ unsubscribeUrl }}"><![endif]--><a href="{{ unsubscribeUrl }}">Unsubscribe</a> · <a href="{{ manageUrl }}">Preferences</a></p>
</body></html>
`

const section = ([title, text]: [string, string], index: number): string =>
  `<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%" style="max-width:600px;margin:0 auto"><tr><td class="wide" style="${CELL}"><h2 style="margin:0 0 12px;font-size:22px;line-height:28px;font-weight:normal">${title}</h2><p style="margin:0 0 16px">${text}</p><a href="https://mill.example/stories/${index}?from=newsletter&amp;place=${index}" style="color:#1d4f91">Read on →</a></td></tr></table>\n`

const LENGTH = 32_000

export function writeNewsletter(): { subject: string; html: string; text: string } {
  let html = HEAD
  let text = 'Dear {{ firstName ?? "reader" }},\n\n'
  for (let index = 0; html.length + FOOT.length < LENGTH; index += 1) {
    const story = STORIES[index % STORIES.length] as [string, string]
    html += section(story, index)
    text += `${story[0]}\n\n${story[1]}\n\n`
  }
  return {
    subject: 'News from the mill for {{ firstName ?? "you" }}',
    html: html + FOOT,
    text: `${text}Unsubscribe: {{ unsubscribeUrl }}\n`,
  }
}

const NAMES = ['Ann', 'Zoë', 'Łukasz', 'Ji-woo', "Máire O'Neill", 'Bob']
const CITIES = ['Köln', 'Leeds', undefined, 'São Paulo']

export function writeReaders(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    firstName: NAMES[index % NAMES.length],
    email: `reader-${index}@example.com`,
    company: 'Hart & Sons',
    editor: 'Marta Wójcik',
    plan: index % 3 === 0 ? 'monthly' : 'weekly',
    unsubscribeUrl: `https://mail.example.com/u/${index.toString(36)}?t=a1b2c3&l=en`,
    manageUrl: `https://mail.example.com/m/${index.toString(36)}?t=a1b2c3&l=en`,
    data: { city: CITIES[index % CITIES.length], issue: 42, points: index * 1.5 },
  }))
}
