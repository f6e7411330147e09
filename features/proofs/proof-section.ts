import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { withoutZone } from '#contract/content/moments.ts';
import type { Db } from '#server/database/database.ts';
import { buttonClass, fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { neededProof } from './proof-needs.ts';
import { findProof } from './proofs.ts';

/** The proof that the price of a participant needs, and whether it is still to be sent; undefined if the price needs none. */
export async function proofSection(
  db: Db,
  { labels: { proof: said }, prices, conference }: Content,
  owner: PageOwner,
  now: string,
): Promise<{ part: Markup; isLeft: boolean } | undefined> {
  const { participant, order } = owner;
  const needed = participant && order && neededProof(prices, order, participant.id);
  if (!needed) return undefined;
  const found = await findProof(db, participant.id);
  // The file and the decision have words of the person who had the address before.
  const isShown = (found?.decidedAt ?? found?.sentAt ?? '') >= (participant.privateFrom ?? '');
  const proof = isShown || found?.state === 'ACCEPTED' ? found : undefined;
  const isClaimed = found?.claimedAt !== undefined;
  const until = { until: withoutZone(needed.until, conference.dates).words };
  const words =
    proof?.state === 'ACCEPTED'
      ? [said.accepted]
      : [
          needed.text,
          ...(proof?.state === 'SENT' && proof.file
            ? [fillPlaceholders(said.sent, { file: proof.file.fileName })]
            : []),
          ...(proof?.state === 'REFUSED'
            ? [fillPlaceholders(said.refused, { reason: proof.reason ?? '' })]
            : []),
          isClaimed
            ? said.claimed
            : fillPlaceholders(needed.until.at <= now ? said.late : said.until, until),
        ];
  const isLeft = proof?.state !== 'ACCEPTED' && proof?.state !== 'SENT';
  const body = html`${words.map((text) => html`<p class="receipt-words">${text}</p> `)}
  ${
    proof?.state === 'ACCEPTED'
      ? undefined
      : html`<p>
          <a
            class="${buttonClass(isLeft ? 'usual' : 'quiet')}"
            href="${registrationPath(owner)}/proof"
            >${said.link}</a
          >
        </p>`
  }`;
  const { heading } = said;
  return {
    isLeft,
    part: isLeft
      ? html`<section aria-labelledby="proof">
          <h3 id="proof">${heading}</h3>
          ${body}
        </section> `
      : fold({ id: 'proof', heading }, body),
  };
}
