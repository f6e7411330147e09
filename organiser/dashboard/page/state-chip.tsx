import { stateWords } from '#server/reports/list-cells.ts';

type Tone = 'good' | 'waiting' | 'back' | 'bad' | 'over' | 'plain';

const tones: Record<string, Tone> = {
  CONFIRMED: 'good',
  PAID: 'good',
  SENT: 'good',
  BOOKED: 'good',
  ACCEPTED: 'good',
  CHECKED_IN: 'good',
  CLEAN: 'good',
  MADE: 'good',
  TAKEN: 'good',
  WON: 'good',
  REFUNDED: 'back',
  RETURNED: 'back',
  PART_REFUNDED: 'back',
  MISMATCH: 'bad',
  FAILED: 'bad',
  CAME_BACK: 'bad',
  IBAN_MISSING: 'bad',
  REFUSED: 'bad',
  GIVEN_UP: 'bad',
  INFECTED: 'bad',
  OPENED: 'bad',
  LOST: 'bad',
  REJECTED: 'over',
  EXPIRED: 'over',
  LAPSED: 'over',
  LEFT: 'over',
  IGNORED: 'over',
  CANCELLED: 'over',
  WITHDRAWN: 'over',
  MAIL_WITHDRAWN: 'over',
  NOT_COUNTED: 'plain',
  // The kinds of documents and of entries of an account are no states.
  RECEIPT: 'plain',
  INVOICE: 'plain',
  'INVOICE-CANCELLATION': 'plain',
  'CREDIT-NOTE': 'plain',
  CANCELLATION: 'plain',
  PAYMENT: 'plain',
  REFUND: 'plain',
  DISPUTE: 'plain',
  FEE: 'plain',
  ADJUSTMENT: 'plain',
  PAYOUT: 'plain',
  ENTRY: 'plain',
  STATEMENT: 'plain',
  HAND: 'plain',
};

const colours: Record<Tone, string> = {
  good: 'text-good',
  waiting: 'text-warning',
  back: 'text-soft',
  bad: 'text-error',
  over: 'text-faint',
  plain: 'text-soft',
};

/** Each tone has its own mark, because many people cannot distinguish the colours. */
const marks: Record<Exclude<Tone, 'plain'>, string> = {
  good: 'M4 8.4 7 11.2 12.2 5.2',
  waiting: 'M8 4.6V8l2.4 1.6M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2Z',
  back: 'M6.4 4 3.4 7l3 3M3.8 7h5.4a3 3 0 0 1 0 6H7',
  bad: 'M8 3.6v5.4M8 11.6v.6',
  over: 'M4.4 8h7.2',
};

export function StateChip({ state }: { state: string }) {
  const tone = tones[state.toUpperCase()] ?? 'waiting';
  return (
    <span
      className={`inline-flex items-center align-middle gap-1.5 font-medium whitespace-nowrap ${colours[tone]}`}
    >
      {tone !== 'plain' && (
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="size-4 shrink-0"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={marks[tone]} />
        </svg>
      )}
      {stateWords(state)}
    </span>
  );
}
