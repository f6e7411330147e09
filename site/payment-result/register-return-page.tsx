import conference from 'content:conference';
import details from 'content:conference-details';
import pages from 'content:pages';
import drawing from '#site/drawings/register.svg';
import { ClosedNote } from '#site/forms/closed-note.tsx';
import { pageMeta } from '#site/page-meta.ts';
import type { Route } from './+types/register-return-page.ts';
import { UnpaidPage } from './unpaid-page.tsx';

export const loader = () => ({
  ...pages.register,
  unpaid: pages.unpaid,
  opening: details.opening.registration,
  contact: conference.secretary.email,
});

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

/** PayPal sends payers here who cancel. The link Try Again of a failed payment leads here too. */
export default function RegisterReturnPage({ loaderData }: Route.ComponentProps) {
  const { opening, contact } = loaderData;
  return (
    <UnpaidPage words={loaderData} drawing={drawing}>
      <ClosedNote what="Registration" opening={opening} contact={contact} />
    </UnpaidPage>
  );
}
