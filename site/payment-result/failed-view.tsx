import conference from 'content:conference';
import type { Pages } from '#contract/content/pages-shape.ts';
import { Banner } from '#site/ui/banner.tsx';
import { Button, ButtonLink } from '#site/ui/button.tsx';
import { isOpen, type PaymentFailure } from './payment-view.ts';
import { supportMail } from './support-mail.ts';
import { TechnicalDetails } from './technical-details.tsx';

type FailedViewProps = {
  failure: PaymentFailure;
  words: Pages['paymentResult'];
  checkAgain: () => void;
};

/** Where paying again could mean paying twice, checking comes first and Try Again is said less loudly. */
export function FailedView({ failure, words, checkAgain }: FailedViewProps) {
  const { message, advice, reference } = failure;
  const mail = supportMail(conference.secretary.email, words.supportSubject, failure);
  const mayPayTwice = advice !== 'notCharged' && advice !== 'badLink';
  return (
    <div className="page grid-page gap-y-12 pt-10 lg:pt-14">
      <div className="col-span-12 lg:col-span-7">
        <Banner tone="error">
          <p className="text-body font-semibold">{message}</p>
        </Banner>
        <p className="mt-7 max-w-[35em]">{words.advice[advice]}</p>
        {reference && (
          <p className="mt-6 border-y border-rule py-4">
            <span className="mr-5 text-small text-soft">Your reference</span>
            <strong className="break-all">{reference}</strong>
          </p>
        )}
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          {isOpen(failure) && <Button onClick={checkAgain}>Check again</Button>}
          <ButtonLink to="/register" variant={mayPayTwice ? 'quiet' : 'primary'}>
            Try Again
          </ButtonLink>
        </div>
      </div>
      <div className="col-span-12 lg:col-span-4 lg:col-start-9">
        <p className="border-t border-ink pt-4 text-small">{words.supportNote}</p>
        <p className="mt-5">
          <ButtonLink to={mail} variant="secondary">
            Contact Support
          </ButtonLink>
        </p>
        <TechnicalDetails failure={failure} />
      </div>
    </div>
  );
}
