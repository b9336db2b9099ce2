import { describe, expect, it } from 'vitest'
import { ALIAS_DOMAINS } from './alias-domains.ts'
import { isAliasDomain, isDisposableDomain, isPersonalDomain } from './domain-lists.ts'
import { providerDomains } from './domain-typo.ts'
import { MORE_PERSONAL_DOMAINS, NOT_PERSONAL } from './personal-domains.ts'

describe('isDisposableDomain', () => {
  it.each([
    'mailinator.com',
    'guerrillamail.com',
    'yopmail.com',
    '10minutemail.com',
    'temp-mail.org',
    'trashmail.com',
  ])('knows %s', (domain) => {
    expect(isDisposableDomain(domain)).toBe(true)
  })

  it.each(['inbox.mailinator.com', 'a.b.yopmail.com'])('knows %s by the domain above it', (domain) => {
    expect(isDisposableDomain(domain)).toBe(true)
  })

  it.each([
    'gmail.com',
    'example.com',
    'notmailinator.example',
    'mailinator.com.example.org',
    'com',
    'duck.com',
  ])('does not take %s for one', (domain) => {
    expect(isDisposableDomain(domain)).toBe(false)
  })

  it('has no provider of real mailboxes', () => {
    expect([...providerDomains(), ...MORE_PERSONAL_DOMAINS].filter(isDisposableDomain)).toEqual([])
  })
})

describe('isPersonalDomain', () => {
  it.each(
    `gmail.com googlemail.com yahoo.com yahoo.co.uk hotmail.com hotmail.fr outlook.com live.nl msn.com icloud.com me.com
    mac.com aol.com gmx.de gmx.at web.de t-online.de freenet.de orange.fr free.fr laposte.net sfr.fr wanadoo.fr libero.it
    virgilio.it tiscali.it comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net
    qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net yandex.ru mail.ru bk.ru list.ru inbox.ru rambler.ru
    ukr.net wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz abv.bg uol.com.br bol.com.br terra.com.br rediffmail.com
    zoho.com proton.me protonmail.com fastmail.com tutanota.com hey.com mail.com engineer.com bigpond.com xtra.co.nz
    btinternet.com sky.com bluewin.ch telenet.be ziggo.nl sapo.pt walla.co.il docomo.ne.jp`.split(/\s+/),
  )('knows %s', (domain) => {
    expect(isPersonalDomain(domain)).toBe(true)
  })

  it.each(['nyc.rr.com', 'news.fastmail.com'])('knows %s by the provider above it', (domain) => {
    expect(isPersonalDomain(domain)).toBe(true)
  })

  it.each(
    `example.com test.com facebook.com alibaba.com bt.com nus.edu.sg easypost.com google.com apple.com microsoft.com
    corp.mail.ru mailinator.com yopmail.com acme.io`.split(/\s+/),
  )('does not take %s for one', (domain) => {
    expect(isPersonalDomain(domain)).toBe(false)
  })

  it('has none of the sites that were taken out', () => {
    expect(NOT_PERSONAL.filter(isPersonalDomain)).toEqual([])
  })
})

describe('isAliasDomain', () => {
  it.each([
    'duck.com',
    'mozmail.com',
    'privaterelay.appleid.com',
    'simplelogin.com',
    'slmail.me',
    'passmail.net',
    'anonaddy.me',
    'ann.anonaddy.com',
    'shop.mozmail.com',
    'marketplace.amazon.de',
    'guest.booking.com',
  ])('knows %s', (domain) => {
    expect(isAliasDomain(domain)).toBe(true)
  })

  it.each([
    'icloud.com',
    'appleid.com',
    'fastmail.com',
    'amazon.de',
    'booking.com',
    'firefox.com',
    'gmail.com',
  ])('does not take %s for one', (domain) => {
    expect(isAliasDomain(domain)).toBe(false)
  })

  it('is written in the form in which domains are compared', () => {
    const all = [...ALIAS_DOMAINS, ...MORE_PERSONAL_DOMAINS, ...NOT_PERSONAL, ...providerDomains()]
    expect(all.filter((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))).toEqual([])
  })
})
