import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { demoPerson } from './demo-people.ts';

const SUBJECTS: [subject: string, keywords: string][] = [
  ['Creep of flax fibre laminates', 'natural fibres, creep, laminates'],
  ['Self-healing elastomers', 'elastomers, dynamic bonds'],
  ['Chain scission in recycled polyethylene', 'recycling, polyethylene, ageing'],
  ['Slow crack growth in pipe grades', 'fracture, polyethylene'],
  ['Lignin as a filler in tyre compounds', 'lignin, rubber, fillers'],
  ['Hydrogels that swell on command', 'hydrogels, actuators'],
  ['Chitosan films for wound care', 'chitosan, films, biomedical'],
  ['Block copolymers as battery separators', 'block copolymers, batteries'],
  ['Welding of thermoplastic composites', 'composites, welding'],
  ['Mycelium foams for packaging', 'mycelium, foams, packaging'],
  ['Vitrimers with a short memory', 'vitrimers, relaxation'],
  ['Graphene in polyamide yarns', 'graphene, fibres, conductivity'],
  ['Enzymes that eat polyester', 'enzymes, PET, recycling'],
  ['Printed auxetic lattices', '3D printing, lattices'],
  ['Moisture in hybrid laminates', 'moisture, laminates, durability'],
];
const ANGLES = [
  'under cyclic load',
  'seen by neutron scattering',
  'from the bench to the pilot plant',
];

/** The title, keywords and authors of the invented abstract with this number; `person` is the number of its submitter. */
export function demoContribution(number: number, person: number) {
  const [subject, keywords] = SUBJECTS[number % SUBJECTS.length] ?? ['', ''];
  const title = `${subject} ${ANGLES[Math.floor(number / SUBJECTS.length) % ANGLES.length]}`;
  const presenting = number % 4 === 1 ? 1 : 0;
  const authors = Array.from({ length: 2 + (number % 3) }, (_, at): AbstractAuthor => {
    const { name, institute, country } = demoPerson(person + at);
    const affiliation = `${institute}, ${country}`;
    return { name, affiliation, orcid: undefined, presents: at === presenting };
  });
  return { title, keywords, authors };
}
