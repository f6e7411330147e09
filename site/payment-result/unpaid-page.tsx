import type { Pages } from '#contract/content/pages-shape.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { Section } from '#site/ui/section.tsx';
import { PaymentNote } from './payment-note.tsx';

/** What the pages have in common that payers come to without having paid. */
type UnpaidPageProps = {
  words: Pages['paymentCancel'] & { unpaid: Pages['unpaid'] };
  /** Address of a file of site/drawings/. */
  drawing: string;
};

export function UnpaidPage({ words, drawing }: UnpaidPageProps) {
  const { heading, intro, help, unpaid } = words;
  return (
    <>
      <PageHeading {...{ heading, intro, drawing }}>
        <ButtonLink to="/conference-registration">{unpaid.registrationButton}</ButtonLink>
        <ButtonLink to="/discount-registration" variant="secondary">
          {unpaid.discountLink}
        </ButtonLink>
      </PageHeading>
      <PaymentNote words={unpaid} />
      <Section heading={help.heading}>
        <div className="grid-page">
          <ul className="col-span-12 max-w-[36em] lg:col-span-8 lg:col-start-3">
            {help.points.map((point) => (
              <li key={point} className="border-t border-rule py-4">
                {point}
              </li>
            ))}
            <li className="border-t border-rule py-2">
              <ButtonLink to="/contact" variant="quiet">
                {unpaid.contactLink}
              </ButtonLink>
            </li>
          </ul>
        </div>
      </Section>
    </>
  );
}
