import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { demoPerson } from './demo-people.ts';

const ANGLES = [
  'first results',
  'a comparison of three methods',
  'an open question',
  'lessons of ten years',
  'a cheaper way',
  'the role of time',
  'limits of the model',
  'a study at five places',
  'a simple test',
  'data that anyone may use',
  'from the bench to practice',
  'a second look',
  'measurements in the field',
  'the smallest case',
  'a negative result',
];

/**
 * The title, keywords and authors of the invented abstract with this number, about one of the subjects of the conference;
 * `person` is the number of its submitter.
 */
export function demoContribution(number: number, person: number, subject: string, area: string) {
  const part = Math.floor(number / ANGLES.length);
  const title = `${subject}: ${ANGLES[number % ANGLES.length]}${part > 0 ? `, part ${part + 1}` : ''}`;
  const keywords = [subject, area].join(', ');
  const presenting = number % 4 === 1 ? 1 : 0;
  const authors = Array.from({ length: 2 + (number % 3) }, (_, at): AbstractAuthor => {
    const { name, institute, country } = demoPerson(person + at);
    const affiliation = `${institute}, ${country}`;
    return { name, affiliation, orcid: undefined, presents: at === presenting };
  });
  return { title, keywords, authors };
}

export const COMMENTS = [
  'Please say how many samples were measured.',
  'The second figure has no units.',
  'Well written, and new to me.',
];
