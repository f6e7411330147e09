import type { Pages } from '#contract/content/pages-shape.ts';
import { Button, ButtonLink } from '#site/ui/button.tsx';
import type { Receipt } from './payment-view.ts';
import { ReceiptCard } from './receipt-card.tsx';

type PaidViewProps = { receipt: Receipt; words: Pages['paymentResult']['success'] };

export function PaidView({ receipt, words }: PaidViewProps) {
  const { product, next } = words;
  return (
    <div className="page grid-page gap-y-14 pt-10 lg:pt-14">
      <div className="col-span-12 lg:col-span-7">
        <ReceiptCard receipt={{ ...receipt, product: receipt.product ?? product }} />
      </div>
      <section aria-labelledby="next" className="col-span-12 lg:col-span-4 lg:col-start-9">
        <h2 id="next" className="border-t border-ink pt-4 font-serif text-name">
          {next.heading}
        </h2>
        <ol className="mt-5">
          {next.steps.map((step, at) => (
            <li key={step} className="flex gap-5 border-t border-rule py-4">
              <span aria-hidden="true" className="text-small font-semibold text-accent">
                {at + 1}
              </span>
              <span className="text-small">{step}</span>
            </li>
          ))}
        </ol>
        <div className="mt-6 flex flex-wrap gap-x-6 gap-y-3 print:hidden">
          <Button onClick={() => window.print()}>Print this page</Button>
          <ButtonLink to="/agenda" variant="quiet">
            Agenda
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
