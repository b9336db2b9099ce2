import { describe, expect, it } from 'vitest'
import { findTypo, providerDomains, repairDomain } from './domain-typo.ts'
import { LOOK_ALIKE_DOMAINS } from './look-alike-domains.ts'
import { readProviders } from './mail-providers.ts'

const CERTAIN: Record<string, string> = {
  'gmial.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmal.com': 'gmail.com',
  'gmil.com': 'gmail.com',
  'gamil.com': 'gmail.com',
  'gnail.com': 'gmail.com',
  'gmaul.com': 'gmail.com',
  'gmaill.com': 'gmail.com',
  'ggmail.com': 'gmail.com',
  'gmmail.com': 'gmail.com',
  'gmali.com': 'gmail.com',
  'g-mail.com': 'gmail.com',
  'gmail.con': 'gmail.com',
  'gmail.cmo': 'gmail.com',
  'gmail.ocm': 'gmail.com',
  'gmail.comm': 'gmail.com',
  'gmail.vom': 'gmail.com',
  'gmail.xom': 'gmail.com',
  'gmail.cim': 'gmail.com',
  'gmail.om': 'gmail.com',
  'gmail.cm': 'gmail.com',
  'gmail.co': 'gmail.com',
  'gmail.cam': 'gmail.com',
  'gmail.com.com': 'gmail.com',
  'gmial.con': 'gmail.com',
  'www.gmail.com': 'gmail.com',
  'googlemial.com': 'googlemail.com',
  'yaho.com': 'yahoo.com',
  'yahooo.com': 'yahoo.com',
  'yhaoo.com': 'yahoo.com',
  'yahho.com': 'yahoo.com',
  'yahoo.co': 'yahoo.com',
  'yahoo.con': 'yahoo.com',
  'yaho.co.uk': 'yahoo.co.uk',
  'yahoo.co.u': 'yahoo.co.uk',
  'yahoo.couk': 'yahoo.co.uk',
  'yahooo.fr': 'yahoo.fr',
  'yahoo.con.br': 'yahoo.com.br',
  'hotmial.com': 'hotmail.com',
  'hotmal.com': 'hotmail.com',
  'hotmai.com': 'hotmail.com',
  'homail.com': 'hotmail.com',
  'hitmail.com': 'hotmail.com',
  'hotnail.com': 'hotmail.com',
  'hotmail.con': 'hotmail.com',
  'hotmail.cm': 'hotmail.com',
  'hotmial.fr': 'hotmail.fr',
  'hotmail.frr': 'hotmail.fr',
  'hotmail.co.ku': 'hotmail.co.uk',
  'outlok.com': 'outlook.com',
  'outllok.com': 'outlook.com',
  'outlool.com': 'outlook.com',
  'outlook.co': 'outlook.com',
  'otulook.com': 'outlook.com',
  'iclod.com': 'icloud.com',
  'icluod.com': 'icloud.com',
  'icloud.cpm': 'icloud.com',
  'protonmial.com': 'protonmail.com',
  'comcas.net': 'comcast.net',
  'comcast.nte': 'comcast.net',
  'sbcgloabl.net': 'sbcglobal.net',
  'bellsoth.net': 'bellsouth.net',
  'verizn.net': 'verizon.net',
  'yandx.ru': 'yandex.ru',
  't-onlin.de': 't-online.de',
  'lapsote.net': 'laposte.net',
  'wanado.fr': 'wanadoo.fr',
  'btinternt.com': 'btinternet.com',
  'rediffmial.com': 'rediffmail.com',
  'aol.con': 'aol.com',
  'gmx.ed': 'gmx.de',
  'web.dee': 'web.de',
  'orange.frr': 'orange.fr',
  'live.cmo': 'live.com',
  'me.con': 'me.com',
  'mail.rru': 'mail.ru',
}

/** Typos unless DNS finds mail servers of the domain. */
const POSSIBLE: Record<string, string> = {
  'gmeil.com': 'gmail.com',
  'gimail.com': 'gmail.com',
  'hmail.com': 'gmail.com',
  'gmail.de': 'gmail.com',
  'gmail.com.br': 'gmail.com',
  'gmail.net': 'gmail.com',
  'ahoo.com': 'yahoo.com',
  'hotmail.net': 'hotmail.com',
  'outlock.com': 'outlook.com',
  'iclould.com': 'icloud.com',
  'hptmial.com': 'hotmail.com',
  'protnmial.com': 'protonmail.com',
  'orang.fr': 'orange.fr',
  'rambelr.ru': 'rambler.ru',
  'seznma.cz': 'seznam.cz',
  'alo.com': 'aol.com',
  'aoll.com': 'aol.com',
  'gxm.de': 'gmx.de',
  'live.co': 'live.com',
  'naevr.com': 'naver.com',
  'interai.pl': 'interia.pl',
}

const REAL = `
  gmail.com googlemail.com ymail.com rocketmail.com mail.com email.com xmail.com grail.com mail.ru bk.ru list.ru
  inbox.ru inbox.lv inbox.com gmx.com gmx.net gmx.at gmx.ch gmx.de live.nl live.com live.co.uk hotmail.co.uk hotmail.fr
  hotmail.se hotmail.es outlook.fr outlook.es outlook.de yahoo.co.in yahoo.in yahoo.ie yahoo.it yahoo.se yahoo.fr
  yahoo.com.br aol.de aol.com me.com mac.com icloud.com cloud.com msn.com web.de weg.de qq.com 163.com 126.com 139.com
  ukr.net wp.pl o2.pl op.pl onet.pl seznam.cz sezam.cz post.cz abv.bg orange.fr orange.com orage.fr free.fr free.com
  sfr.fr laposte.net libero.it libera.it alice.it tin.it proton.me protonmail.com prontomail.com pm.me tutanota.com
  tuta.com hey.com zoho.com zoho.eu fastmail.fm fastmail.com hushmail.com comcast.net comcast.com verizon.net
  verizon.com att.net att.com cox.net cox.com ao.com naver.com never.com daum.net nate.com globe.com globo.com
  yandex.ru yandex.com ya.ru earthling.net earthlink.net wahoo.com acme.com example.com apple.com google.com amazon.com
  microsoft.com github.com ibm.com hp.com nike.com ups.com dhl.de sap.com bmw.de popmail.com docmail.com webmail.com
  gmail.mycompany.com mail.gmail.com hotmail.example.org uni-bonn.de mit.edu ox.ac.uk lemonde.fr bbc.co.uk
`
  .trim()
  .split(/\s+/)

describe('findTypo', () => {
  it.each(Object.entries(CERTAIN))('takes %s for %s, whatever DNS says', (typed, meant) => {
    expect(findTypo(typed)).toEqual({ domain: meant, isCertain: true })
  })

  it.each(Object.entries(POSSIBLE))('takes %s for %s unless DNS shows otherwise', (typed, meant) => {
    expect(findTypo(typed)).toEqual({ domain: meant, isCertain: false })
  })

  it.each(REAL)('leaves %s alone', (domain) => {
    expect(findTypo(domain)).toBeUndefined()
  })

  it('calls no domain of a provider a typo of another', () => {
    const domains = [...providerDomains()]
    expect(domains.length).toBeGreaterThan(250)
    expect(domains.filter((domain) => findTypo(domain) !== undefined)).toEqual([])
  })

  it('calls no known look-alike a typo', () => {
    expect([...LOOK_ALIKE_DOMAINS].filter((domain) => findTypo(domain) !== undefined)).toEqual([])
  })

  it('finds every letter that is dropped or swapped inside the name of a giant', () => {
    const missed = readProviders()
      .filter(({ isGiant }) => isGiant)
      .flatMap(({ name, endings: [ending = ''] }) =>
        slipsOf(name)
          .map((slip) => `${slip}.${ending}`)
          .filter((domain) => !providerDomains().has(domain) && findTypo(domain)?.isCertain !== true),
      )
    expect(missed).toEqual([])
  })

  it('knows each provider once', () => {
    const names = readProviders().map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })
})

function slipsOf(name: string): string[] {
  const inner = Array.from({ length: name.length - 2 }, (_, index) => index + 1)
  const dropped = inner.map((at) => name.slice(0, at) + name.slice(at + 1))
  const swapped = inner.map((at) => name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2))
  return [...dropped, ...swapped].filter((slip) => slip !== name && !slip.startsWith('-'))
}

describe('repairDomain', () => {
  it.each([
    ['gmailcom', 'gmail.com'],
    ['gmialcom', 'gmail.com'],
    ['gmail', 'gmail.com'],
    ['GMAIL', 'gmail.com'],
    ['hotmailcouk', 'hotmail.co.uk'],
    ['webde', 'web.de'],
    ['gmail..com', 'gmail.com'],
    ['.gmail.com', 'gmail.com'],
    ['gmail.com.', 'gmail.com'],
    ['gmail.con.', 'gmail.com'],
  ])('reads %s as %s', (text, meant) => {
    expect(repairDomain(text)).toBe(meant)
  })

  it.each(['localhost', 'mail', 'web', 'acme', 'acme..com', '', '.', 'com', '[127.0.0.1]', 'xn--'])(
    'makes nothing of %j',
    (text) => {
      expect(repairDomain(text)).toBeUndefined()
    },
  )
})
