import { StatementLinks } from '#site/layout/statement-links.tsx';
import { useSiteWords } from '#site/layout/site-words.ts';

type PayeeNoteProps = {
  /** Whoever the money goes to, by the legal name. */
  payee: string;
  /** What is paid, once it is known: "€418.95". */
  total: string | undefined;
};

/** Who gets the money, what follows the button, and what the payer agrees to. */
export function PayeeNote({ payee, total }: PayeeNoteProps) {
  const words = useSiteWords();
  return (
    <div className="mb-6 max-w-[38em] text-small text-soft">
      <p>
        {total ? (
          <span key="total">
            You pay{' '}
            <strong translate="no" className="text-ink">
              {total}
            </strong>
            , and <span translate="no">{payee}</span> receives it.
          </span>
        ) : (
          <span key="payee">
            <span translate="no">{payee}</span> receives the payment.
          </span>
        )}{' '}
        The page of Stripe or PayPal opens next, so that no card number reaches us. If you cancel
        there, you come back and nothing is charged.
      </p>
      {words?.legalLinks[0] && (
        <p className="flex flex-wrap items-center gap-x-4">
          {words.paymentNote} <StatementLinks links={words.legalLinks} />
        </p>
      )}
    </div>
  );
}
