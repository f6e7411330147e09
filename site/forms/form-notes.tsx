import { Link } from 'react-router';
import { useSiteWords } from '#site/layout/site-words.ts';
import { StatementLinks } from '#site/layout/statement-links.tsx';
import { Button } from '#site/ui/button.tsx';

type DraftNoteProps = {
  disabled: boolean;
  onClear: () => void;
  /** Restores the cleared entries; absent if nothing was cleared or the visitor has typed since. */
  onUndo: (() => void) | undefined;
};

/** A note about the draft, with a button that clears the form. The note is at the end of the form. */
export function DraftNote({ disabled, onClear, onUndo }: DraftNoteProps) {
  return (
    <div className="draft-note">
      <p aria-live="polite" className="min-w-0 flex-1 basis-72 py-2">
        {onUndo
          ? 'The form is cleared.'
          : 'Your entries are kept on this device only, for 24 hours, so that nothing is lost if this page closes.'}
      </p>
      <Button variant="quiet" disabled={disabled} onClick={onUndo ?? onClear}>
        {onUndo ? 'Undo' : 'Clear form'}
      </Button>
    </div>
  );
}

/** A note after the message for a call that did not reach the server. */
export function OfflineNote({ next }: { next: string }) {
  return (
    <p className="mt-3 text-small text-soft">
      Nothing was charged, and your entries are kept. {next}
    </p>
  );
}

type PayeeNoteProps = {
  /** The legal name of the organiser, who receives the money. */
  payee: string;
  /** The amount, if it is known: "€418.95". */
  total: string | undefined;
};

/** Tells the payer who receives the money, what happens after the click, and which terms apply. */
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

/** A link to the privacy page. It comes after the button, so that keyboard users reach the button first. */
export function PrivacyNote() {
  const words = useSiteWords()?.privacyNote;
  return (
    <p className="mt-4 text-small text-soft">
      {words?.text}{' '}
      <Link to="/privacy" className="link">
        {words?.link}
      </Link>
    </p>
  );
}
