import { Link } from 'react-router';
import type { Concern } from '#server/operations/concerns.ts';
import { withTimes } from '#server/reports/wall-clock.ts';
import { ActionButton } from './action-dialog.tsx';
import { PageTitle } from './page-title.tsx';
import { Part } from './part.tsx';
import { Trouble } from './trouble.tsx';
import { useAnswer } from './use-answer.ts';
import { timeWords } from './words.ts';

/** The concerns that doctor prints, as a list of things to do. */
export function ThingsPage({ onDone }: { onDone: () => void }) {
  const { data, trouble, reload } = useAnswer<Concern[]>('/things');
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

function Entry({ thing, onDone }: { thing: Concern; onDone: () => void }) {
  const { title, id, reference, words, page, action } = thing;
  return (
    <li className="border-t border-rule py-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-soft [overflow-wrap:anywhere]">
        {reference !== undefined && <span className="whitespace-nowrap">Order {reference}: </span>}
        {withTimes(words, timeWords)}
      </p>
      <div className="flex flex-wrap items-center gap-x-6">
        {page !== undefined && (
          <Link to={page} className="link py-2">
            Look at it
          </Link>
        )}
        {action && (
          <ActionButton action={action.name} subject={id} preset={action.request} onDone={onDone} />
        )}
      </div>
    </li>
  );
}
