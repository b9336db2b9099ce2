// What a User-Agent says about who asks. Only what is known to be a machine is called one; everything is compared in
// lower case. The lists come from what these programs say of themselves; a new entry is a new version of the rules.

export type Agent =
  | 'none'
  | 'apple_privacy'
  | 'gmail_prefetch'
  | 'image_proxy'
  | 'scanner'
  | 'library'
  | 'browser'
  | 'mail_client'
  | 'unknown'

/** They load the images of an email when it is opened, in the name of the reader: Gmail, Yahoo and AOL, Outlook. */
const IMAGE_PROXIES = ['googleimageproxy', 'yahoomailproxy', 'outlookimageproxy']

/** Security products and previews of chats, which follow links before or instead of people. */
const SCANNERS =
  `barracuda proofpoint mimecast symantec messagelabs trendmicro trend-micro sophos fortinet fortiguard
  forcepoint zscaler ironport cisco-umbrella kaspersky mcafee bitdefender checkpoint cloudmark mailguard vipre avanan
  safelinks bingpreview microsoftpreview skypeuripreview googlesafety google-safety google-read-aloud facebookexternalhit
  whatsapp telegrambot slackbot slack-imgproxy discordbot twitterbot linkedinbot pinterest applebot googlebot bingbot
  yandex baiduspider duckduckbot petalbot ahrefs semrush censys shodan virustotal urlscan netcraft phishtank
  headlesschrome phantomjs puppeteer playwright selenium lighthouse`.split(/\s+/)

const SCANNER_WORDS = /bot\b|crawl|spider|scanner|linkcheck|link-check|preview|validator|monitor(?:ing)?\b/

/** Programs that ask for a page without showing it to anybody. */
const LIBRARIES =
  `curl/ wget/ python-requests python-urllib aiohttp httpx go-http-client java/ okhttp apache-httpclient
  libwww lwp:: ruby php/ guzzlehttp axios node-fetch undici got/ winhttp powershell postmanruntime insomnia httpie
  scrapy perl rest-client dart: unirest`.split(/\s+/)

const MAIL_CLIENTS =
  `thunderbird outlook ms-office msoffice airmail postbox spark/ mailmate evolution kmail emclient
  mailspring bluemail betterbird k-9`.split(/\s+/)

/**
 * Gmail's look ahead while somebody has Gmail open: a version of Edge that nobody has had for years, with the beginning
 * of a User-Agent once more at its end.
 */
const GMAIL_PREFETCH = /edge\/12\.246 mozilla\/5\.0$/

export function readAgent(userAgent: string): Agent {
  const agent = userAgent.trim().toLowerCase()
  const has = (words: readonly string[]) => words.some((word) => agent.includes(word))
  if (agent === '') return 'none'
  // Apple's proxies say no more than this, browsers always do.
  if (agent === 'mozilla/5.0') return 'apple_privacy'
  if (GMAIL_PREFETCH.test(agent)) return 'gmail_prefetch'
  if (has(IMAGE_PROXIES)) return 'image_proxy'
  if (has(SCANNERS) || SCANNER_WORDS.test(agent)) return 'scanner'
  if (has(LIBRARIES)) return 'library'
  if (has(MAIL_CLIENTS)) return 'mail_client'
  return agent.startsWith('mozilla/') || agent.startsWith('opera/') ? 'browser' : 'unknown'
}
