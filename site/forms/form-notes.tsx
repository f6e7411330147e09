import * as labels from 'content:labels/forms';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { withElements } from '#site/ui/sentence.ts';
import { Link } from 'react-router';
import { useSiteWords } from '#site/layout/site-words.ts';
import { StatementLinks } from '#site/layout/statement-links.tsx';
import { Button } from '#site/ui/button.tsx';
import type { OfferedEntries } from './form-draft.ts';
import { lazyPart } from './lazy-part.tsx';

/** Only visitors with entries of another tab see this note, so it is loaded later. */
const OfferedNote = lazyPart(async () => (await import('./offered-note.tsx')).OfferedNote);

/** Entries that this browser has kept and that are not in the form. */
export function OfferedEntriesNote({ offered }: { offered: OfferedEntries | undefined }) {
  return offered && <OfferedNote {...offered} />;
}

type DraftNoteProps = {
  /** Whether the browser keeps the entries. */
  isKept: boolean;
  disabled: boolean;
  onClear: () => void;
  /** Restores the cleared entries; absent if nothing was cleared or the visitor has typed since. */
  onUndo: (() => void) | undefined;
};

/** A note about the draft, with a button that clears the form. The note is at the end of the form. */
export function DraftNote({ isKept, disabled, onClear, onUndo }: DraftNoteProps) {
  const words = useSiteWords()?.forms;
  return (
    <div className="draft-note">
      <p aria-live="polite" className="min-w-0 flex-1 basis-72 py-2">
        {onUndo ? words?.cleared : isKept ? words?.draftKept : words?.draftNotKept}
      </p>
      <Button variant="quiet" disabled={disabled} onClick={onUndo ?? onClear}>
        {onUndo ? labels.undo : labels.clear}
      </Button>
    </div>
  );
}

/** A note after the message for a call that did not reach the server. */
export function OfflineNote({ next }: { next: string }) {
  return <p className="mt-3 text-small text-soft">{fillPlaceholders(labels.offline, { next })}</p>;
}

type PayeeNoteProps = {
  /** The legal name of the organiser, who receives the money. */
  payee: string;
  /** The amount, if it is known: "€418.95". */
  total: string | undefined;
  /** The sentence about the next page. */
  next: string;
};

/** Tells the payer who receives the money, what happens after the click, and which terms apply. */
export function PayeeNote({ payee, total, next }: PayeeNoteProps) {
  const words = useSiteWords();
  return (
    <div className="mb-6 max-w-[38em] text-small text-soft">
      <p>
        {total ? (
          <span key="total">
            {withElements(words?.forms.youPay ?? '', {
              total: (
                <strong translate="no" className="text-ink">
                  {total}
                </strong>
              ),
              payee: <span translate="no">{payee}</span>,
            })}
          </span>
        ) : (
          <span key="payee">
            {withElements(words?.forms.paymentGoesTo ?? '', {
              payee: <span translate="no">{payee}</span>,
            })}
          </span>
        )}{' '}
        {next}
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
