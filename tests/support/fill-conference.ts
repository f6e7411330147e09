import { post } from './answer.ts';
import { aForm, submit } from './author.ts';
import type { SiteServer } from './site-server.ts';
import { aCheckout, aPaypalRequest, chooseAt, payAt } from './visitor.ts';

/** Registers invented people in every state that an organiser's screens show. */
export async function fillConference(site: SiteServer): Promise<void> {
  const server = {
    origin: site.origin,
    post: (path: string, body?: unknown) => post(site.origin + path, body),
  };

  async function card(person: Person, number?: string): Promise<void> {
    const request = await aCheckout(server, choiceOf(person), traitsOf(person));
    const { json, text } = await server.post(request.path, request.body);
    if (json['url'] === undefined) throw new Error(`no checkout for ${person.name}: ${text}`);
    if (number === '') return;
    await payAt(String(json['url']), number);
    await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
  }

  async function paypal(person: Person): Promise<void> {
    const checkout = await aCheckout(server, choiceOf(person), traitsOf(person));
    const { json } = await server.post(
      '/api/payment/paypal/create',
      aPaypalRequest(server, checkout),
    );
    await chooseAt(String(json['approvalUrl']));
    await server.post(`/api/payment/paypal/capture/${String(json['orderId'])}`);
  }

  for (const person of PEOPLE) {
    if (person.pays === 'by card') await card(person);
    if (person.pays === 'disputed') await card(person, '4000000000000259');
    if (person.pays === 'not yet') await card(person, '');
    if (person.pays === 'with PayPal') await paypal(person);
  }
  for (const [at, [name, title]] of AUTHORS.entries()) {
    const form = aForm({ name, sessionId: at % 2 === 0 ? 'smart-polymers' : 'polymer-rheology' });
    await submit(site, { form, name: `${title}.pdf`, bytes: readablePdf(title) });
  }
}

type Person = {
  name: string;
  institute: string;
  country: string;
  type: string;
  pays: 'by card' | 'with PayPal' | 'not yet' | 'disputed';
};

function choiceOf({ type }: Person) {
  return { presentationType: type };
}

function traitsOf({ name, institute, country }: Person) {
  const letters = name.normalize('NFKD').replace(/[^a-zA-Z]+/g, '');
  const email = `${letters.toLowerCase()}@lab.example`;
  return { name, email, instituteOrUniversity: institute, country };
}

const PEOPLE: Person[] = [
  ['Amina Okafor', 'Lagos Institute of Materials', 'Nigeria', 'SPEAKER', 'by card'],
  ['Łukasz Nowak', 'Polymer Works Gdańsk', 'Poland', 'POSTER', 'by card'],
  ['Zoë van den Berg', 'Delta University', 'Netherlands', 'LISTENER', 'with PayPal'],
  ['Yuki Tanaka', 'Kansai School of Rubber', 'Japan', 'SPEAKER', 'by card'],
  ['Jorge Silva', 'Instituto do Plástico', 'Brazil', 'STUDENT', 'not yet'],
  ['Søren Holm', 'Aarhus Soft Matter', 'Denmark', 'SPEAKER', 'disputed'],
  ['Nguyễn Thị Hoa', 'Hanoi Fibre Laboratory', 'Vietnam', 'POSTER', 'by card'],
  ['Tariq Haddad', 'Levant Composites', 'Lebanon', 'LISTENER', 'with PayPal'],
  ['Chiara Rossi', 'Scuola dei Polimeri', 'Italy', 'SPEAKER', 'by card'],
  ['Björn Åkesson', 'Baltic Institute of Soft Matter', 'Sweden', 'EXHIBITOR', 'by card'],
  ['Marie Dubois', 'Atelier des Gels', 'France', 'STUDENT', 'with PayPal'],
  ['Ivo Horvat', 'Adriatic Resin Group', 'Croatia', 'SPEAKER', 'not yet'],
].map(([name = '', institute = '', country = '', type = '', pays]) => ({
  name,
  institute,
  country,
  type,
  pays: pays as Person['pays'],
}));

const AUTHORS = [
  ['Amina Okafor', 'Self-healing gels under strain'],
  ['Yuki Tanaka', 'Rubber that remembers'],
  ['Chiara Rossi', 'Slow flow in narrow channels'],
] as const;

/** A PDF of one page with this text. */
function readablePdf(shown: string): Buffer {
  const text = `BT /F1 28 Tf 72 700 Td (${shown}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ];
  let pdf = '%PDF-1.7\n';
  const starts = objects.map((object, at) => {
    const start = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  return Buffer.from(
    `${pdf}xref\n0 ${count}\n0000000000 65535 f \n${starts.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
  );
}
