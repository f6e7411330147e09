import pages from 'content:pages';
import drawing from '#site/drawings/failure.svg';
import { pageMeta } from '#site/page-meta.ts';
import type { Route } from './+types/payment-failure-page.ts';
import { UnpaidPage } from './unpaid-page.tsx';

export const loader = () => ({ ...pages.paymentFailure, unpaid: pages.unpaid });

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

/** The card provider sends payers here whose card was declined. */
export default function PaymentFailurePage({ loaderData }: Route.ComponentProps) {
  return <UnpaidPage words={loaderData} drawing={drawing} />;
}
