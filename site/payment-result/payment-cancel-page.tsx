import pages from 'content:pages';
import drawing from '#site/drawings/cancel.svg';
import { pageMeta } from '#site/page-meta.ts';
import type { Route } from './+types/payment-cancel-page.ts';
import { UnpaidPage } from './unpaid-page.tsx';

export const loader = () => ({ ...pages.paymentCancel, unpaid: pages.unpaid });

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

/** The card provider sends payers here who cancel. */
export default function PaymentCancelPage({ loaderData }: Route.ComponentProps) {
  return <UnpaidPage words={loaderData} drawing={drawing} />;
}
