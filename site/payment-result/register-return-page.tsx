import pages from 'content:pages';
import drawing from '#site/drawings/register.svg';
import { pageMeta } from '#site/page-meta.ts';
import type { Route } from './+types/register-return-page.ts';
import { UnpaidPage } from './unpaid-page.tsx';

export const loader = () => ({ ...pages.register, unpaid: pages.unpaid });

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

/** PayPal sends payers here who cancel. The link Try Again of a failed payment leads here too. */
export default function RegisterReturnPage({ loaderData }: Route.ComponentProps) {
  return <UnpaidPage words={loaderData} drawing={drawing} />;
}
