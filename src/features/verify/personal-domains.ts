// Domains with mailboxes for the public, as opposed to those of companies and schools. The base is common.json of the package
// email-providers; its all.json is unusable: a third of it are disposable services, and it contains companies, typos and
// mistakes. The large providers of each country are added, and sites without public mailboxes are removed.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** In addition to mail-providers.ts, by country or owner. */
export const MORE_PERSONAL_DOMAINS = words(`
  passport.com live.co.in livemail.tw
  myyahoo.com ygm.com y7mail.com love.com
  email.com post.com myself.com consultant.com europe.com asia.com iname.com writeme.com dr.com engineer.com
  cheerful.com accountant.com techie.com linuxmail.org uymail.com contractor.net activist.com adexec.com
  allergist.com alumni.com angelic.com appraiser.net archaeologist.com arcticmail.com artlover.com
  auctioneer.net bartender.net bikerider.com birdlover.com brew-meister.com cash4u.com chef.net chemist.com
  clubmember.org collector.org columnist.com comic.com computer4u.com counsellor.com cyberdude.com
  cybergal.com cyber-wizard.com deliveryman.com diplomats.com disciples.com discofan.com elvisfan.com
  execs.com fastservice.com financier.com fireman.net gardener.com geologist.com graduate.org
  graphic-designer.com groupmail.com hackermail.com hairdresser.net hilarious.com hot-shot.com housemail.com
  humanoid.net innocent.com inorbit.com instruction.com insurer.com job4u.com journalist.com kittymail.com
  legislator.com lobbyist.com lovecat.com mail-me.com minister.com musician.org null.net optician.com
  orthodontist.net pediatrician.com petlover.com photographer.net physicist.net planetmail.com
  planetmail.net politician.com presidency.com priest.com programmer.net protestant.com publicist.com
  qualityservice.com radiologist.net ravemail.com realtyagent.com reborn.com registerednurses.com
  reincarnate.com religious.com repairman.com representative.com rescueteam.com rocketship.com saintly.com
  salesperson.net scientist.com secretary.net snakebite.com socialworker.net sociologist.com solution4u.com
  songwriter.net surgical.net swingfan.com teachers.org tech-center.com technologist.com theplate.com
  therapist.net toke.com toothfairy.com tvstar.com umpire.com webname.com worker.com workmail.com
  africamail.com asia-mail.com australiamail.com berlin.com brazilmail.com chinamail.com dublin.com
  dutchmail.com englandmail.com europemail.com germanymail.com irelandmail.com israelmail.com italymail.com
  koreamail.com madrid.com mexicomail.com moscowmail.com munich.com nycmail.com pacific-ocean.com
  pacificwest.com polandmail.com rome.com safrica.com samerica.com sanfranmail.com scotlandmail.com
  spainmail.com swedenmail.com swissmail.com tokyo.com torontomail.com
  caramail.com caramail.fr mailo.com mailo.fr netcourrier.com net-c.com free-mail.fr bouygtel.fr cegetel.net
  9online.fr
  noos.fr dartybox.com
  t-online.at aon.at chello.at kabsi.at liwest.at inode.at a1.net vodafone.de vodafonemail.de kabelmail.de
  unitybox.de unity-mail.de versanet.de alice.de alice-dsl.net o2online.de o2mail.de email.de freemail.de
  mail.de
  posteo.at posteo.ch posteo.eu posteo.org kolabnow.com disroot.org riseup.net systemli.org autistici.org
  swissonline.ch sunrise.ch quickline.ch bluemail.ch netplus.ch
  talk21.com tesco.net fsmail.net fsnet.co.uk plus.com plusnet.com lineone.net
  onetel.com madasafish.com supanet.com uwclub.net
  iol.ie indigo.ie
  casema.nl quicknet.nl upcmail.nl kpnplanet.nl tele2.nl online.nl caiway.nl solcon.nl
  scarlet.be voo.be belgacom.net pandora.be
  tele2.it teletu.it email.it inwind.it blu.it giallo.it katamail.com
  ono.com orange.es ya.com
  netcabo.pt clix.pt iol.pt portugalmail.pt mail.telepac.pt
  otenet.gr hol.gr freemail.gr
  online.no broadpark.no telia.com comhem.se bredband.net bahnhof.se mail.dk tdcadsl.dk stofanet.dk
  kolumbus.fi saunalahti.fi luukku.com elisanet.fi suomi24.fi
  vp.pl op.pl autograf.pl buziaczek.pl onet.com.pl go2.pl prokonto.pl wp.eu
  volny.cz atlas.cz tiscali.cz quick.cz zoznam.sk pobox.sk
  indamail.hu vipmail.hu upcmail.hu mailbox.hu
  dir.bg gbg.bg k.ro rdslink.ro
  net.hr inet.hr siol.net amis.net t-2.net
  delfi.lv inbox.lt mail.ee online.ee
  xmail.ru narod.ru lenta.ru
  autorambler.ru myrambler.ru ro.ru hotbox.ru nm.ru smtp.ru meta.ua bigmir.net online.ua email.ua
  tut.by tut.am mail.kz
  mynet.com turk.net superonline.com ttmail.com
  012.net.il netvision.net.il bezeqint.net zahav.net.il maktoob.com
  188.com 139.com 189.cn wo.cn vip.qq.com vip.163.com vip.126.com vip.sina.com sogou.com
  kakao.com korea.com dreamwiz.com
  au.com i.softbank.jp vodafone.ne.jp ybb.ne.jp nifty.com biglobe.ne.jp so-net.ne.jp
  ocn.ne.jp plala.or.jp goo.jp infoseek.jp
  seed.net.tw pchome.com.tw hinet.net ms.hinet.net netvigator.com pacific.net.sg starhub.net.sg
  streamyx.com tm.net.my
  vsnl.net vsnl.com dataone.in
  telkom.net plasa.com vnn.vn fpt.vn
  xtra.co.nz clear.net.nz paradise.net.nz slingshot.co.nz vodafone.co.nz ihug.co.nz orcon.net.nz
  internode.on.net adam.com.au dodo.com.au
  mweb.co.za telkomsa.net webmail.co.za vodamail.co.za iafrica.com
  globomail.com zipmail.com.br pop.com.br superig.com.br
  fibertel.com.ar arnet.com.ar speedy.com.ar ciudad.com.ar prodigy.net.mx adinet.com.uy entelchile.net
  vtr.net
  cantv.net une.net.co etb.net.co
  bell.net bellnet.ca eastlink.ca mts.net nb.sympatico.ca sasktel.net primus.ca
  flash.net nvbell.net snet.net wans.net twc.com brighthouse.com
  spectrum.net sparklight.net mediacombb.net suddenlink.net suddenlinkmail.com embarqmail.com
  centurytel.net q.com hughes.net wildblue.net zoominternet.net epix.net gci.net
  hawaiiantel.net netzero.com peoplepc.com
  hush.com hush.ai runbox.com countermail.com startmail.com mailfence.com ctemplar.com skiff.com
  lavabit.com vfemail.net cock.li librem.one murena.io e.email onionmail.org thexyz.com
`)

/** Providers that give each user, or each town, a subdomain. */
export const PERSONAL_WITH_SUBDOMAINS: ReadonlySet<string> = new Set(words('rr.com fastmail.com fastmail.fm'))

/**
 * Companies, portals, web hosts, schools, registries and examples in common.json. Some had public mailboxes long ago; today's
 * addresses belong to their staff.
 */
export const NOT_PERSONAL = words(`
  facebook.com example.com go.com alibaba.com about.com geocities.com angelfire.com medscape.com space.com
  discovery.com test.com test.de homestead.com nus.edu.sg web.id spb.ru msk.ru pp.ua zp.ua ancestry.com
  techspot.com law.com bt.com yourdomain.com mydomain.com kansascity.com fortunecity.com detik.com chez.com
  casino.com care2.com geek.com ireland.com doityourself.com mail-tester.com albawaba.com www.com rin.ru
  parrot.com hidemyass.com name.com unican.es metacrawler.com ivillage.com dailypioneer.com hamptonroads.com
  looksmart.com freeyellow.com i.am dejanews.com blackplanet.com islamonline.net webindia123.com
  bugmenot.com oath.com depechemode.com onmilwaukee.com kiwibox.com scubadiving.com swissinfo.org elvis.com
  c3.hu bolt.com gportal.hu fr.nf f5.si dynu.net yahoofs.com dnsmadeeasy.com sp.nl spacewar.com webjump.com
  za.com blogos.com thirdage.com bangkok.com talkcity.com singpost.com aver.com dmv.com 3ammagazine.com
  easypost.com everyone.net barcelona.com telstra.com garbage.com nyc.com ny.com theglobe.com bizhosting.com
  ddnsfree.com privacy.net beer.com saudia.com xoom.com canada.com altavista.com hotbot.com crosswinds.net
  go2net.com anonymize.com masrawy.com iwon.com 4mg.com zip.net
`)
