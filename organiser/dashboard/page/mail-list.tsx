import { StateChip } from './state-chip.tsx';
import { timeWords } from './words.ts';
import { stateWords } from '#server/reports/list-cells.ts';

type Mail = {
  kind: string;
  recipient: string;
  postedAt: string;
  state: string;
  subject: string;
  /** Left out of JSON where there is none. */
  trouble?: string | undefined;
};

export function MailList({ mails }: { mails: readonly Mail[] }) {
  if (mails.length === 0) return <p className="text-soft">None.</p>;
  return (
    <ul>
      {mails.map(({ kind, recipient, postedAt, state, subject, trouble }) => (
        <li
          key={`${postedAt} ${kind} ${recipient}`}
          className="flex flex-wrap justify-between gap-x-6 border-t border-rule py-1.5"
        >
          <span>
            {stateWords(kind.replaceAll('-', '_'))}
            <span className="text-soft"> to {recipient}</span>
            <span className="block text-label text-faint">{subject}</span>
            {trouble !== undefined && (
              <span className="block text-label text-error [overflow-wrap:anywhere]">
                {trouble}
              </span>
            )}
          </span>
          <span className="flex gap-4">
            <span className="text-label text-faint">{timeWords(postedAt)}</span>
            <StateChip state={state.replaceAll(' ', '_')} />
          </span>
        </li>
      ))}
    </ul>
  );
}
