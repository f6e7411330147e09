import { extname } from 'node:path';
import {
  type ListedProof,
  listNeededProofs,
  planAcceptance,
  planProofRefusal,
  readProof,
} from './decide-proofs.ts';
import { claimWords } from './proofs-list.ts';
import { usableBytes } from '#server/abstract/abstract-bytes.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';
import { newFile, REFERENCE, WHO } from '#organiser/fields.ts';
import { writeNewFile } from '#organiser/new-file.ts';
import { scanWords } from '#organiser/scan-words.ts';

const stateWords: Record<ListedProof['state'], string> = {
  ASKED: 'nothing sent',
  SENT: 'waits for you',
  ACCEPTED: 'accepted',
  REFUSED: 'refused',
};

export const proofs = command({
  name: 'proofs',
  id: 'proofs',
  before: 'export',
  title: 'Proofs of prices',
  summary: 'Lists everybody whose price needs a proof: what was sent, decided and claimed.',
  subject: 'People',
  async report({ payments: { db }, content }) {
    const listed = (await listNeededProofs(db, content)).toSorted(
      (one, other) => Number(other.state === 'SENT') - Number(one.state === 'SENT'),
    );
    return {
      facts: { proofs: listed.map(({ key: _key, ...proof }) => proof) },
      lines: listed.map(
        ({ reference, name, state, fileName, scan, activeContent, claim, claimedAt }) => {
          const parts = [
            reference,
            name,
            stateWords[state],
            scan && `${fileName}${scanWords({ scan, activeContent })}`,
            scan === 'INFECTED' ? 'ask for another file' : undefined,
            claim ? claimWords[claim] : claimedAt && 'no difference to claim',
          ];
          return parts.filter((part) => part !== undefined).join(', ');
        },
      ),
      none: 'Nobody has a price that needs a proof.',
    };
  },
});

export const proofFile = command({
  name: 'proofs',
  when: '--file',
  id: 'proof-file',
  title: 'File of a proof',
  summary:
    'Writes the file that a participant sent as proof. Delete it when you have looked at it.',
  subject: 'People',
  fields: {
    reference: REFERENCE,
    who: WHO,
    path: {
      ...newFile('.pdf', '.jpg', '.jpeg', '.png'),
      typed: '--file FILE.pdf|FILE.jpg|FILE.png',
    },
  },
  async work(context, { path, ...named }, print) {
    const { proof, person } = await readProof(context, named);
    const { file } = proof ?? {};
    if (!file) throw new CommandError(`${person.name} has sent no file, or it is deleted already.`);
    const ending = extname(file.fileName).toLowerCase();
    if (extname(path).toLowerCase() !== ending) {
      throw new CommandError(
        `The file is called ${file.fileName}: choose a name that ends in ${ending}.`,
      );
    }
    const bytes = await usableBytes(await context.store(), file);
    if (typeof bytes === 'string') throw new CommandError(`The file is ${bytes}.`);
    await writeNewFile(path, bytes);
    await print(`Written to ${path}${scanWords(file)}.\n`);
  },
});

export const acceptProof = command({
  name: 'proofs',
  when: '--accept',
  id: 'accept-proof',
  title: 'Accept a proof',
  summary: 'Accepts the proof of a price, also one that you saw elsewhere. An unpaid claim ends.',
  subject: 'People',
  fields: { reference: field('reference', '--accept REFERENCE', 'Reference'), who: WHO },
  plan: planAcceptance,
});

export const refuseProof = command({
  name: 'proofs',
  when: '--refuse',
  id: 'refuse-proof',
  isEnding: true,
  title: 'Refuse a proof',
  summary: 'Refuses the proof of a price. The participant gets your reason by mail.',
  subject: 'People',
  fields: {
    reference: REFERENCE,
    who: WHO,
    reason: field('text', '--refuse "REASON"', 'Reason, as a sentence to the participant'),
  },
  plan: planProofRefusal,
  confirm: '--send',
});

export const commands: readonly Command[] = [proofs, proofFile, acceptProof, refuseProof];
