import {
  abstractInWords,
  findAbstractToChange,
} from '#features/author-page/find-abstract-to-change.ts';
import { findToldDecision } from '#features/programme/decisions.ts';
import { fileWords } from '#features/author-page/plan-version.ts';
import { abstractTakenDown, takedownMailWords } from '#features/author-page/mails.ts';
import { lockAbstracts } from '#server/abstract/abstracts.ts';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import { type FilePlaces, type GivenFile, withGivenFile } from '#server/abstract/given-file.ts';
import { keepFile } from '#server/abstract/keep-file.ts';
import type { Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { line } from '#contract/text.ts';
import { act, deedIn } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { removeFiles } from './add-material.ts';
import { type MaterialEntries, type ReadMaterial, readMaterial } from './read-material.ts';
import {
  insertMaterial,
  materialOfAbstract,
  MOST_MATERIAL,
  takeDownMaterial,
} from './talk-material.ts';

type Request = {
  reference: string;
  entries: MaterialEntries;
  /** How the author agreed, in the words of the organiser. */
  consent: string;
  file?: GivenFile | undefined;
};

/** Adds slides, a recording or a link for an author who has agreed, also outside the times of authors. */
export async function planMaterial(
  organising: Organising,
  places: FilePlaces,
  { reference, entries, consent: typed, file: given }: Request,
): Promise<Plan> {
  const { payments, content } = organising;
  const { db, newId, clock } = payments;
  const { material: settings } = content.conference.abstracts;
  if (!settings) {
    throw new ActionImpossible(
      'This conference shows no slides: `abstracts.material` in conference.yaml switches it on.',
    );
  }
  const abstract = await findAbstractToChange(db, reference);
  const told = await findToldDecision(db, abstract.id);
  if (abstract.withdrawnAt !== undefined || told?.outcome !== 'ACCEPTED') {
    throw new ActionImpossible(`${abstract.reference} is no accepted contribution.`);
  }
  const { data: consent } = line(300).safeParse(typed);
  const filled = {
    ...entries,
    consent: 'yes',
    licence: entries.licence ?? settings.licences[0]?.name ?? '',
  };
  const read = readMaterial(filled, settings, { hasFile: given !== undefined });
  if ('mistakes' in read || consent === undefined) {
    const wrong = 'mistakes' in read ? read.mistakes.join(', ') : 'consent';
    const licences = settings.licences.map(({ name }) => name).join(', ');
    throw new ActionImpossible(
      `Please check: ${wrong}. An address begins with https://, a day is such as 2026-09-01, and the licences are ${licences}.`,
    );
  }
  const { material } = read;
  const { title, kind, licence, shownFrom } = material;
  const named = given && (await withGivenFile({ ...places, newId }, given, pdfWords));
  const insert = async (tx: Tx, what: { url: string } | { file: FactsOf }) => {
    await lockAbstracts(tx, [abstract.id]);
    const about = { id: newId(), abstractId: abstract.id, consent, createdAt: timestamp(clock()) };
    if (!(await insertMaterial(tx, { ...withoutUrl(material), ...about, ...what }))) {
      throw new ActionImpossible(`${abstract.reference} has ${MOST_MATERIAL} already.`);
    }
    const words = `${kind} added: ${title} (${licence}); ${consent}`;
    await deedIn(tx, organising).record({
      action: 'material',
      reference: abstract.reference,
      words,
    });
  };
  return {
    words: [
      `${abstractInWords(abstract)}: ${title}, ${named ?? material.url}, ${licence}, would be on its page${shownFrom === undefined ? '' : ` from ${shownFrom}`}.`,
      `The author agreed: ${consent}`,
    ],
    button: `Add ${title} to ${abstract.reference}`,
    async perform() {
      if (!given) await act(organising, ({ tx }) => insert(tx, { url: material.url ?? '' }));
      else {
        await withGivenFile(
          { ...places, newId },
          given,
          async ({ upload, fileName, activeContent }) => {
            const { bytes, sha256, key: fileKey } = upload;
            const facts = {
              fileName,
              bytes,
              sha256,
              fileKey,
              fileStore: places.store.id,
              activeContent,
            };
            await keepFile({ ...places, db, clock }, upload, async (tx) => {
              await insert(tx, { file: facts });
              return { fileKey };
            });
          },
        );
      }
      return ['Added.'];
    },
  };
}

type FactsOf = Extract<Parameters<typeof insertMaterial>[1], { file: object }>['file'];

function withoutUrl({ url: _url, ...material }: ReadMaterial) {
  return material;
}

async function pdfWords(file: AcceptedFile): Promise<string> {
  if (!/\.pdf$/i.test(file.fileName)) throw new ActionImpossible('Slides are a PDF.');
  return fileWords(file);
}

/** Takes material down for the conference. Its author reads the reason. */
export async function planTakeDown(
  organising: Organising,
  { store }: Pick<FilePlaces, 'store'>,
  typed: { reference: string; number: string; reason: string; isQuiet?: boolean },
): Promise<Plan> {
  const { db } = organising.payments;
  const abstract = await findAbstractToChange(db, typed.reference);
  const all = await materialOfAbstract(db, abstract.id);
  const material = all.find(({ number }) => number === Number(typed.number));
  const { isQuiet = false } = typed;
  const { data: reason } = line(300).safeParse(typed.reason);
  if (reason === undefined) {
    throw new ActionImpossible('The reason has to be one sentence of at most 300 characters.');
  }
  if (!material || material.takenDownAt !== undefined) {
    throw new ActionImpossible(`${abstract.reference} shows no material ${typed.number}.`);
  }
  return {
    words: [
      `“${material.title}” of ${abstractInWords(abstract)} would be on no page any more${material.file ? ', and its file deleted' : ''}. The author reads: “${reason}”`,
      takedownMailWords(abstract, isQuiet),
    ],
    button: `Take down ${material.title}`,
    async perform() {
      await act(organising, async ({ tx, now, record, post }) => {
        if (!(await takeDownMaterial(tx, material, { at: now, by: organising.actor, reason }))) {
          throw new ActionImpossible('It was taken down meanwhile.', { reason: 'changed' });
        }
        const words = `${material.title} taken down: ${reason}`;
        await record({ action: 'material', reference: abstract.reference, words });
        if (isQuiet) return;
        const { mailLayout, origin } = organising;
        const text = ({ materialTakenDown }: typeof mailLayout.words) => materialTakenDown;
        const about = {
          text,
          reason,
          what: material.title,
          event: `${material.id}:${now}`,
          origin,
        };
        await post(abstractTakenDown(mailLayout, abstract, about));
      });
      await removeFiles(db, store);
      return ['Taken down.'];
    },
  };
}
