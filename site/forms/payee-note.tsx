type PayeeNoteProps = {
  /** Whoever the money goes to, by the legal name. */
  payee: string;
  /** What is paid, once it is known: "€418.95". */
  total: string | undefined;
};

/** Who gets the money, and what follows the button. */
export function PayeeNote({ payee, total }: PayeeNoteProps) {
  return (
    <p className="mb-6 max-w-[38em] text-small text-soft">
      {total ? (
        <>
          You pay <strong className="text-ink">{total}</strong>, and {payee} receives it.{' '}
        </>
      ) : (
        <>{payee} receives the payment. </>
      )}
      The page of Stripe or PayPal opens next, so that no card number reaches us. If you cancel
      there, you come back and nothing is charged.
    </p>
  );
}
