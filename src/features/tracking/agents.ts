// Classifies a User-Agent. Only known machines count as machines; comparisons are in lower case. The lists come from how these
// programs identify themselves; a new entry needs a new RULES_VERSION.

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

/** Load the images of an email on behalf of the reader when it is opened: Gmail, Yahoo and AOL, Outlook. */
const IMAGE_PROXIES = ['googleimageproxy', 'yahoomailproxy', 'outlookimageproxy']

/** Security products and chat previews, which follow links before or instead of people. */
const SCANNERS =
  `barracuda proofpoint mimecast symantec messagelabs trendmicro trend-micro sophos fortinet fortiguard
  forcepoint zscaler ironport cisco-umbrella kaspersky mcafee bitdefender checkpoint cloudmark mailguard vipre avanan
  safelinks bingpreview microsoftpreview skypeuripreview googlesafety google-safety google-read-aloud facebookexternalhit
  whatsapp telegrambot slackbot slack-imgproxy discordbot twitterbot linkedinbot pinterest applebot googlebot bingbot
  yandex baiduspider duckduckbot petalbot ahrefs semrush censys shodan virustotal urlscan netcraft phishtank
  headlesschrome phantomjs puppeteer playwright selenium lighthouse`.split(/\s+/)

const SCANNER_WORDS = /bot\b|crawl|spider|scanner|linkcheck|link-check|preview|validator|monitor(?:ing)?\b/

/** Programs that load a page without showing it. */
const LIBRARIES =
  `curl/ wget/ python-requests python-urllib aiohttp httpx go-http-client java/ okhttp apache-httpclient
  libwww lwp:: ruby php/ guzzlehttp axios node-fetch undici got/ winhttp powershell postmanruntime insomnia httpie
  scrapy perl rest-client dart: unirest`.split(/\s+/)

const MAIL_CLIENTS =
  `thunderbird outlook ms-office msoffice airmail postbox spark/ mailmate evolution kmail emclient
  mailspring bluemail betterbird k-9`.split(/\s+/)

/** Gmail's prefetch while Gmail is open: a version of Edge from 2015, with the start of a User-Agent repeated at its end. */
const GMAIL_PREFETCH = /edge\/12\.246 mozilla\/5\.0$/

export function readAgent(userAgent: string): Agent {
  const agent = userAgent.trim().toLowerCase()
  const has = (words: readonly string[]) => words.some((word) => agent.includes(word))
  if (agent === '') return 'none'
  // Apple's proxies send only this; browsers always send more.
  if (agent === 'mozilla/5.0') return 'apple_privacy'
  if (GMAIL_PREFETCH.test(agent)) return 'gmail_prefetch'
  if (has(IMAGE_PROXIES)) return 'image_proxy'
  if (has(SCANNERS) || SCANNER_WORDS.test(agent)) return 'scanner'
  if (has(LIBRARIES)) return 'library'
  if (has(MAIL_CLIENTS)) return 'mail_client'
  return agent.startsWith('mozilla/') || agent.startsWith('opera/') ? 'browser' : 'unknown'
}
