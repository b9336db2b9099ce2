// The mail providers whose names people mistype, with every ending of their mailboxes. Order is rank: of two equally near
// corrections, the provider listed first is suggested.
//
// A giant's name is unambiguous, so a misspelling of it is a typo even if the domain exists (most such domains belong to people
// who collect misdirected email). The other names are words, surnames or short: real companies are one letter away, so DNS
// decides. Move a name between the two lists to make this stricter or milder.
//
// The endings of hotmail, live, outlook, yahoo and gmx come from the package email-providers, without its misspelled ones; the
// rest is common knowledge. A missing ending does little harm, because DNS then decides.

/** One provider per line: the name, then its endings, the most common first. */
const GIANTS = `
gmail com
yahoo com co.uk fr de es it ca com.br co.in in com.ar com.mx com.au co.jp co.id com.sg com.hk com.tw com.ph com.vn com.my com.tr com.co com.pe com.ve com.cn cn cl co.kr co.nz co.th co.za co.il ie gr dk se no nl be pl pt ro cz hu at fi ch bg hr lt lv ee rs sk si ua
hotmail com co.uk fr de es it nl be ca com.br com.ar com.mx com.au com.tr com.hk com.tw com.vn co.jp co.kr co.th co.id co.in co.il co.za co.nz ch cl cz dk fi gr hu lt lv my no ph rs ru se sg sk
outlook com fr de es it be at dk cl cz hu ie in jp kr lv my ph pt sa sg sk com.ar com.au com.br com.gr com.pe com.tr com.vn co.id co.il co.nz co.th
icloud com
googlemail com
protonmail com ch
yandex ru com by kz ua uz com.tr com.ge co.il az com.am
comcast net
verizon net
sbcglobal net
bellsouth net
earthlink net
btinternet com
rediffmail com
rocketmail com
windowslive com
wanadoo fr es co.uk nl
laposte net
t-online de hu
hanmail net
fastmail com fm com.au co.uk net org us to jp in se es cn nl im mx
tutanota com de
hushmail com
zohomail com eu in
virginmedia com co.uk
sympatico ca
`

const OTHERS = `
live com co.uk fr nl it de be ca com.au com.mx com.ar com.br com.pt pt com.sg com.my com.ph cl dk no se fi ie at jp cn hk in ru co.kr co.za
msn com co.uk
aol com co.uk de fr it es ca com.au com.br com.mx in nl se be pl jp at ch fi dk
me com
mac com
mail com ru bg
gmx de net at ch com fr es co.uk us eu info biz org cc tm li
web de
qq com
163 com
126 com
yeah net
sina com cn
sohu com
foxmail com
aliyun com
tom com
naver com
daum net
nate com
orange fr
free fr
sfr fr
neuf fr
bbox fr
aliceadsl fr
numericable fr
libero it
virgilio it
tiscali it co.uk
alice it
tin it
fastwebnet it
freenet de
arcor de
posteo de net
mailbox org
att net
cox net
charter net
optonline net
frontier com
frontiernet net
windstream net
centurylink net
roadrunner com
mindspring com
juno com
ameritech net
pacbell net
swbell net
bk ru
list ru
inbox ru lv com eu
internet ru
rambler ru ua
ukr net
wp pl
o2 pl
onet pl eu
interia pl eu com
tlen pl
gazeta pl
poczta pl fm onet.pl
seznam cz
centrum cz sk
email cz
post cz sk
azet sk
abv bg
freemail hu
citromail hu
uol com.br
bol com.br
terra com.br com es cl com.ar
globo com
ig com.br
zoho com eu in
proton me
pm me
tuta com io
tutamail com
keemail me
hey com
ymail com
ntlworld com
blueyonder co.uk
talktalk net co.uk
bigpond com net.au com.au
optusnet com.au
iinet net.au
videotron ca
rogers com
shaw ca
telus net
ziggo nl
kpnmail nl
planet nl
hetnet nl
xs4all nl
telenet be
skynet be
proximus be
bluewin ch
hispeed ch
sapo pt
telefonica net
walla co.il com
docomo ne.jp
ezweb ne.jp
softbank ne.jp
`

export type Provider = {
  name: string
  endings: readonly string[]
  isGiant: boolean
}

export function readProviders(): Provider[] {
  return [...read(GIANTS, true), ...read(OTHERS, false)]
}

function read(text: string, isGiant: boolean): Provider[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...endings] = line.split(' ')
      return { name, endings, isGiant }
    })
}
