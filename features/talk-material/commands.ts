import { type Command, command, field } from '#organiser/command.ts';
import { ABSTRACT, WITHOUT_MAIL } from '#organiser/fields.ts';
import { filePlaces, readDocument } from '#organiser/given-document.ts';
import { findAbstract } from '#server/abstract/abstracts.ts';
import { planMaterial, planTakeDown } from './plan-material.ts';
import { listMaterial } from './talk-material.ts';

const material = command({
  name: 'material',
  before: 'report',
  title: 'Slides, recordings and links',
  summary: 'Lists the slides, recordings and links of contributions, with their numbers.',
  subject: 'Programme',
  async report({ payments: { db } }) {
    const all = await listMaterial(db);
    const references = new Map<string, string>();
    for (const { abstractId } of all) {
      const abstract = await findAbstract(db, abstractId);
      if (abstract) references.set(abstractId, abstract.reference);
    }
    const facts = all.map((each) => {
      const { abstractId, number, kind, title, url, licence, shownFrom, takenDownAt, file } = each;
      const reference = references.get(abstractId);
      const about = { reference, number, kind, title, url, file: file?.fileName, scan: file?.scan };
      return { ...about, licence, shownFrom, takenDownAt };
    });
    return {
      facts,
      lines: facts.map(({ reference, number, title, url, file, licence, shownFrom, takenDownAt }) =>
        [
          `${reference}  ${number}  ${title}`,
          url ?? file ?? 'taken down',
          licence,
          ...(shownFrom !== undefined && takenDownAt === undefined ? [`from ${shownFrom}`] : []),
        ].join(', '),
      ),
      none: 'No contribution has slides, a recording or links.',
    };
  },
});

const common = {
  title: field('text', '--title "TITLE"', 'Title'),
  licence: field('text', '--licence "NAME"', 'Licence', {
    otherwise: 'the first licence of conference.yaml',
  }),
  from: field('date', '--from 2026-09-01', 'Not before', { otherwise: 'at once' }),
  consent: field('text', '--agreed "HOW"', 'How the author agreed', {
    hint: 'such as “by mail of June 2”',
  }),
};

const addLink = command({
  name: 'material',
  when: '--link',
  id: 'add-material-link',
  title: 'Add a recording or a link',
  summary: 'Adds a recording or a link to a contribution, whose author has agreed.',
  subject: 'Programme',
  fields: {
    reference: ABSTRACT,
    url: field('text', '--link https://…', 'Address'),
    kind: field('choice', '--kind', 'What is there', {
      choices: [
        { value: 'recording', label: 'A recording' },
        { value: 'slides', label: 'Slides' },
        { value: 'link', label: 'Something else' },
      ],
      otherwise: 'recording',
    }),
    ...common,
  },
  asksProviders: false,
  async plan(context, { reference, consent, kind = 'recording', ...entries }) {
    const places = await filePlaces(context);
    return planMaterial(context, places, { reference, consent, entries: { kind, ...entries } });
  },
});

const addFile = command({
  name: 'material',
  when: '--slides',
  id: 'add-material-file',
  title: 'Add slides',
  summary: 'Adds a PDF to a contribution, whose author has agreed. It is checked and scanned.',
  subject: 'Programme',
  fields: {
    reference: ABSTRACT,
    path: field('document', '--slides FILE.pdf', 'Slides as PDF'),
    ...common,
  },
  asksProviders: false,
  async plan(context, { reference, consent, path, ...entries }) {
    const file = await readDocument(path);
    return planMaterial(context, await filePlaces(context), { reference, consent, entries, file });
  },
});

const takeDown = command({
  name: 'material',
  when: '--take-down',
  id: 'take-material-down',
  isEnding: true,
  title: 'Take down slides or a link',
  summary:
    'Takes slides, a recording or a link of a contribution down, and deletes the file. The author reads your reason.',
  subject: 'Programme',
  fields: {
    reference: ABSTRACT,
    number: field('number', '--take-down NUMBER', 'Number'),
    reason: field('text', '--reason "SENTENCE"', 'Reason, which the author reads'),
    isQuiet: WITHOUT_MAIL,
  },
  asksProviders: false,
  plan: async (context, request) => planTakeDown(context, await filePlaces(context), request),
  confirm: '--send',
});

export const commands: readonly Command[] = [material, addLink, addFile, takeDown];
