import { acceptedContributions } from '#features/programme/accepted-contributions.ts';
import { toldPart } from '#features/programme/decisions.ts';
import { stateOf } from '#contract/content/opening.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { ABSTRACT, WITHOUT_MAIL } from '#organiser/fields.ts';
import { inColumn } from '#organiser/plain-output.ts';
import { timestamp } from '#server/identity.ts';
import { contributionPath } from './contribution-address.ts';
import { contributionsByAbstract, noContribution, type KeptContribution } from './contributions.ts';
import { planTakedown } from './plan-takedown.ts';
import { websiteOpening } from './published-contributions.ts';

const contributions = command({
  name: 'contributions',
  title: 'Pages of contributions',
  summary:
    'Lists the accepted contributions, and whether each has its page on the site: shown, without text, without consent, ended by its author, taken down or not told yet.',
  subject: 'Programme',
  async report({ payments: { db, clock }, content, origin }) {
    const opening = websiteOpening(content);
    if (!opening) {
      const words =
        'The conference publishes no contributions: abstracts.website in conference.yaml switches their pages on.';
      return { facts: [], lines: [words] };
    }
    const isEarly = stateOf(opening, timestamp(clock())) === 'before';
    const kept = await contributionsByAbstract(db);
    const facts = (await acceptedContributions(db)).map(({ abstract, decision, title }) => {
      const own = kept.get(abstract.id) ?? noContribution(abstract.id);
      const isWithdrawn = abstract.withdrawnAt !== undefined;
      const isTold = toldPart(decision) !== undefined;
      const state = isWithdrawn ? 'WITHDRAWN' : isTold ? stateWordOf(own) : 'NOT TOLD';
      const isPublic = !isEarly && state.startsWith('SHOWN');
      const { reference, email } = abstract;
      const address = isPublic ? `${origin}${contributionPath(reference)}` : undefined;
      return { reference, state, title, email, address, reason: own.takedownReason };
    });
    const lines = facts.map(
      ({ reference, state, title, reason }) =>
        `${inColumn(reference, 16)}${inColumn(state, 20)}${title}${reason === undefined ? '' : ` (${reason})`}`,
    );
    const shown = facts.filter(({ state }) => state.startsWith('SHOWN')).length;
    const day = isEarly && opening.from ? ` They are public ${opening.from.words}.` : '';
    return { facts, lines: [...lines, `Pages: ${shown} of ${facts.length}.${day}`] };
  },
});

function stateWordOf(own: KeptContribution): string {
  if (own.takenDownAt !== undefined) return 'TAKEN DOWN';
  if (own.consentedAt === undefined) return 'NO CONSENT';
  if (own.endedAt !== undefined) return 'ENDED BY AUTHOR';
  return own.plain === '' ? 'SHOWN WITHOUT TEXT' : 'SHOWN';
}

const takedown = command({
  name: 'takedown',
  isEnding: true,
  title: 'Take the page down',
  summary:
    'Takes the page of a contribution off the site, for example after a complaint. Its author reads that it is gone, and cannot publish it again; what ends with the page is named before.',
  subject: 'Abstracts',
  fields: {
    reference: ABSTRACT,
    reason: field('text', '--reason TEXT', 'Reason', {
      hint: 'which the author reads in a mail; it is in the log, and on no page',
      longest: 500,
    }),
    isQuiet: WITHOUT_MAIL,
  },
  asksProviders: false,
  plan: (context, request) => planTakedown(context, request),
  confirm: '--send',
});

const undoTakedown = command({
  name: 'takedown',
  when: '--undo',
  id: 'undo-takedown',
  title: 'Show the page again',
  summary: 'Shows a page again that was taken down, if its author still agrees.',
  subject: 'Abstracts',
  fields: { reference: ABSTRACT },
  asksProviders: false,
  plan: (context, { reference }) => planTakedown(context, { reference, reason: undefined }),
});

export const commands: readonly Command[] = [contributions, takedown, undoTakedown];
