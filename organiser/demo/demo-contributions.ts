import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { demoPerson } from './demo-people.ts';

/** The parts of invented titles. Their numbers have no common factor, so a title comes again only after 2,310 others. */
const SUBJECTS = [
  'Slow creep',
  'Self-healing',
  'Fracture toughness',
  'Water uptake',
  'Flow and entanglement',
  'Chemical recycling',
  'Ageing',
  'The glass transition',
  'Conductivity',
  'Crystallisation under shear',
  'Adhesion',
  'Foaming',
  'Thermal conductivity',
  'Swelling',
  'The true cost',
];
const MATERIALS = [
  'vitrimers with imine bonds',
  'films of cellulose nanofibres',
  'blends of polylactide',
  'epoxy laminates with carbon fibres',
  'thiol–ene networks',
  'polyurethane foams from waste',
  'block copolymer electrolytes',
  'natural rubber latex',
  'chitosan hydrogels',
  'polyethylene with few branches',
  'liquid-crystalline elastomers',
  'resins from lignin',
  'inks of conjugated polymers',
  'PET from bottles and textiles',
];
const TURNS = [
  '',
  ': a negative result',
  ' after five years outdoors',
  ', seen by neutron reflectometry',
  ': what the model misses',
  ' at the scale of a pilot plant',
  ': round robin at eleven laboratories, with all raw data and the code of the analysis',
  ', measured with a microphone',
  ': two mechanisms and the experiment that tells them apart',
  ' between −60 and 180 °C',
  '',
];

/**
 * The title, keywords and authors of the invented abstract with this number; `subject` and `area` are its keywords, and
 * `person` is the number of its submitter.
 */
export function demoContribution(number: number, person: number, subject: string, area: string) {
  const about = `${SUBJECTS[number % SUBJECTS.length]} of ${MATERIALS[number % MATERIALS.length]}`;
  const title = about + TURNS[number % TURNS.length];
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
