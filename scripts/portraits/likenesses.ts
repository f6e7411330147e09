import type { BeardName } from './beards.ts';
import type { HairName } from './hairstyles.ts';

export type Likeness = {
  readonly hair: HairName;
  readonly beard?: BeardName;
  readonly glasses?: true;
  readonly grey?: true;
};

/** The looks of some invented speakers; a speaker who is not in this list gets random hair. */
export const likenesses: Partial<Record<string, Likeness>> = {
  'ilse-vanderhaeren': { hair: 'bob', grey: true },
  'tomoharu-kazahaya': { hair: 'crop', grey: true, glasses: true },
  'adaeze-umunnakor': { hair: 'afro' },
  'rafael-quintanar-belmez': { hair: 'quiff', beard: 'moustache' },
  'meera-vaidyalingam': { hair: 'braid' },
  'callum-strathvern': { hair: 'receding', beard: 'full', grey: true },
  'hye-rin-namgoong': { hair: 'bun' },
  'luciana-prates-arruda': { hair: 'curls' },
  'jonas-ekelov': { hair: 'crop', beard: 'short' },
  'wen-ling-shiau': { hair: 'bob', glasses: true },
  'farid-benkacemi': { hair: 'curls', beard: 'short' },
  'dorottya-szilvas-kern': { hair: 'bun', grey: true, glasses: true },
  'oksana-derevlyana': { hair: 'long' },
  'mateus-chikwandane': { hair: 'crop' },
  'nilufar-azimkulova': { hair: 'headscarf' },
  'sigrun-hallmarsdottir': { hair: 'braid' },
  'yusuf-karadenizel': { hair: 'receding', beard: 'moustache', glasses: true },
  'tevita-fonumanu': { hair: 'curls', beard: 'full' },
};
