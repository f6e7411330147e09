import { withAsciiDomain } from './text.ts';

/** Providers whose customers have nothing in common; a name without an ending has several. */
const PROVIDERS = new Set(
  (
    'gmail googlemail outlook hotmail live msn yahoo ymail rocketmail icloud me.com mac.com aol gmx web.de t-online freenet ' +
    'arcor mail.de posteo mailbox.org mail.ru inbox.ru list.ru bk.ru rambler yandex ya.ru ukr.net proton.me protonmail ' +
    'pm.me tutanota tuta zoho zohomail fastmail hey.com hushmail mail.com email.com qq.com foxmail 163.com 126.com yeah.net ' +
    'sina sohu 139.com aliyun naver hanmail daum nate.com kakao docomo.ne.jp ezweb.ne.jp softbank.ne.jp wp.pl o2.pl ' +
    'onet.pl onet.eu interia op.pl tlen.pl seznam.cz centrum.cz email.cz post.cz azet.sk centrum.sk orange.fr wanadoo ' +
    'free.fr laposte.net sfr.fr neuf.fr libero.it virgilio.it alice.it tiscali tin.it bluewin hispeed.ch aon.at chello ' +
    'telia.com comhem.se bredband.net online.no kpnmail.nl ziggo.nl planet.nl xs4all.nl skynet.be telenet.be sapo.pt ' +
    'terra.com.br terra.es uol.com.br bol.com.br ig.com.br telefonica.net abv.bg mynet.com rediffmail comcast.net verizon.net ' +
    'att.net sbcglobal.net bellsouth.net cox.net charter.net rogers.com shaw.ca btinternet sky.com ntlworld virginmedia ' +
    'talktalk.net bigpond otenet.gr freemail.hu citromail.hu walla.co.il'
  ).split(' '),
);
/** Words below a country under which everybody registers a domain: uni.ac.uk, uni.edu.pl. */
const SHARED = /^(?:ac|co|com|edu|gob|gouv|gov|go|gv|mil|ne|net|nom|or|org|re|res|sch|univ|uni)$/;

/**
 * The domain of an address that an institute has registered: uni.example for ada@chem.uni.example. Undefined for an
 * address of a large provider.
 */
export function mailDomainOf(email: string): string | undefined {
  const labels = withAsciiDomain(email.toLowerCase()).split('@')[1]?.trim().split('.') ?? [];
  if (labels.length < 2) return undefined;
  const [second = '', top = ''] = labels.slice(-2);
  const isShared = labels.length > 2 && top.length === 2 && SHARED.test(second);
  const own = labels.slice(isShared ? -3 : -2);
  const isProvider = PROVIDERS.has(own[0] ?? '') || PROVIDERS.has(own.join('.'));
  return isProvider ? undefined : own.join('.');
}
