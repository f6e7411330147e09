import { field } from '#organiser/command.ts';

/** The fields about an abstract besides its file and the person who submits it. */
export function contributionFields<const O extends string>(otherwise: O) {
  return {
    title: field('text', '--title TEXT', 'Title of the contribution', { otherwise }),
    authors: field('text', '--authors TEXT', 'Authors', {
      hint: 'such as Ada Kowalska* (TU Dresden), Bea Weiss (ETH; EMPA) 0000-0002-1825-0097, with a star at those who present',
      longest: 20_000,
      otherwise,
    }),
    keywords: field('text', '--keywords TEXT', 'Keywords', {
      hint: 'with commas between them',
      otherwise,
    }),
    wish: field('wish', '--wish TEXT', 'Wished presentation', { otherwise }),
  };
}
