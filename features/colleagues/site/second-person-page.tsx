import { useState } from 'react';
import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import { worksEverywhere } from '#organiser/dashboard/rights.ts';
import { Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { PageTitle } from '#organiser/dashboard/page/page-title.tsx';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { useAnswer } from '#organiser/dashboard/page/use-answer.ts';
import { timeWords } from '#organiser/dashboard/page/words.ts';
import { Button } from '#site/ui/button.tsx';

export const secondPersonPage: PageOfFeature = {
  path: 'second-person',
  words: 'Second person',
  before: 'commands',
  counts: 'second person',
  isFor: ({ isColleague, rights }) =>
    isColleague && worksEverywhere(rights) && Object.values(rights).includes('act'),
  Page: SecondPersonPage,
};

type Waiting = { id: string; name: string; words: string; proposedAt: string; isOwn: boolean };

/** The acts that wait for a second person. */
function SecondPersonPage({ onDone }: { onDone?: () => void }) {
  const { data, trouble, reload } = useAnswer<Waiting[]>('/proposals');
  const decided = () => {
    reload();
    onDone?.();
  };
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageTitle words="Second person" />
      <p className="max-w-2xl text-soft">
        These acts are above the limits that the conference has set. Somebody else with the same
        right sees what they do, and agrees.
      </p>
      {trouble !== undefined && <Trouble words={trouble} />}
      {data?.length === 0 && <p className="text-lead text-soft">Nothing waits.</p>}
      <ul className="max-w-3xl">
        {data?.map((waiting) => (
          <Entry key={waiting.id} waiting={waiting} onDone={decided} />
        ))}
      </ul>
    </div>
  );
}

type Planned = { plan: string; words: string[]; button?: string };

function Entry({ waiting, onDone }: { waiting: Waiting; onDone: () => void }) {
  const { id, name, words, proposedAt, isOwn } = waiting;
  const [planned, setPlanned] = useState<Planned>();
  const [done, setDone] = useState<string[]>();
  const [refusal, setRefusal] = useState<string>();
  async function attempt(work: () => Promise<void>) {
    setRefusal(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefusal(error.message);
    }
  }
  const look = () =>
    attempt(async () =>
      setPlanned(await tell<Planned>('/proposals/plan', { action: id, request: {} })),
    );
  const perform = (plan: string) =>
    attempt(async () =>
      setDone((await tell<{ words: string[] }>('/proposals/perform', { plan })).words),
    );
  const decline = () =>
    attempt(async () => {
      await tell('/proposals/decline', { id });
      onDone();
    });
  return (
    <li className="flex flex-col gap-2 border-t border-rule py-4">
      <h2 className="font-semibold">{words}</h2>
      <p className="text-label text-soft">
        {name}, {timeWords(proposedAt)}
      </p>
      {refusal !== undefined && <Trouble words={refusal} />}
      {(done ?? planned?.words ?? []).map((sentence) => (
        <p key={sentence} className="[overflow-wrap:anywhere] whitespace-pre-wrap">
          {sentence}
        </p>
      ))}
      <div className="flex flex-wrap gap-4">
        {done && <Button onClick={onDone}>Close</Button>}
        {!done && planned?.button !== undefined && (
          <Button onClick={() => perform(planned.plan)}>{planned.button}</Button>
        )}
        {!planned && !isOwn && (
          <Button variant="secondary" onClick={look}>
            Show what it would do
          </Button>
        )}
        {!done && (
          <Button variant="quiet" onClick={decline}>
            {isOwn ? 'Withdraw' : 'Decline'}
          </Button>
        )}
      </div>
    </li>
  );
}
