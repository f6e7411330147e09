import { Link } from 'react-router';
import { withTimes } from '#server/reports/wall-clock.ts';
import type { Thing } from '../read-pages.ts';
import { ActionButton } from './action-dialog.tsx';
import { PageTitle } from './page-title.tsx';
import { Part } from './part.tsx';
import { Trouble } from './trouble.tsx';
import { useAnswer } from './use-answer.ts';
import { timeWords } from './words.ts';

/** The concerns that doctor prints, as a list of things to do. */
export function ThingsPage({ onDone }: { onDone: () => void }) {
  const { data, trouble, reload } = useAnswer<Thing[]>('/things');
  const changed = () => {
    reload();
    onDone();
  };
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageTitle words="To do" />
      {trouble !== undefined && <Trouble words={trouble} />}
      {data?.length === 0 && <p className="text-lead text-soft">Nothing needs a person.</p>}
      <ul className="max-w-3xl">
        {data?.map((thing) => (
          <Entry key={`${thing.about} ${thing.id} ${thing.words}`} thing={thing} onDone={changed} />
        ))}
      </ul>
      <Part heading="At any time">
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <ActionButton action="agree" variant="secondary" preset={{}} onDone={changed} />
          <ActionButton action="hold-mails" variant="secondary" preset={{}} onDone={changed} />
          <ActionButton action="release-mails" variant="secondary" preset={{}} onDone={changed} />
        </div>
      </Part>
    </div>
  );
}

function Entry({ thing, onDone }: { thing: Thing; onDone: () => void }) {
  const { title, name, id, reference, words, details, command, page, action } = thing;
  const more = [reference && `Order ${reference}`, details, command].filter(Boolean);
  return (
    <li className="border-t border-rule py-4">
      <h2 className="font-semibold">{name ? `${name}: ${title}` : title}</h2>
      <p className="text-soft [overflow-wrap:anywhere] first-letter:uppercase">
        {withTimes(words, timeWords)}
      </p>
      <div className="flex flex-wrap items-center gap-x-6">
        {action && (
          <ActionButton action={action.name} subject={id} preset={action.request} onDone={onDone} />
        )}
        {page !== undefined && (
          <Link to={page} className="link py-2">
            Look at it
          </Link>
        )}
      </div>
      {more.length > 0 && (
        <details className="text-small text-soft">
          <summary className="w-fit cursor-pointer py-1">Details</summary>
          {more.map((line) => (
            <p key={line} className="[overflow-wrap:anywhere]">
              {line}
            </p>
          ))}
        </details>
      )}
    </li>
  );
}
