import { type ComponentProps, useEffect, useRef } from 'react';
import type { AtDoor } from '../desk-answers.ts';
import type { DeskPerson } from '../desk-pack.ts';
import type { Answered, DeskOfPage } from './use-desk.ts';
import { wordsAt } from './door-choice.tsx';
import { timeWords } from '#organiser/dashboard/page/words.ts';

type Props = {
  answer: Answered | undefined;
  desk: DeskOfPage;
  door: AtDoor | undefined;
  /** Opens the code to pay, or the form of cash, for a person whose place is not confirmed. */
  pays: readonly {
    words: string;
    isFor: (person: DeskPerson) => boolean;
    open: (person: DeskPerson) => void;
  }[];
  /** Called after a press, so that the next scan goes into the field. */
  onPress: () => void;
};

/** The latest answer of the desk, large enough for a glance. */
export function DeskAnswerBand({ answer, desk, door, pays, onPress }: Props) {
  const band = useRef<HTMLElement>(null);
  const id = answer?.id;
  useEffect(() => {
    if (id !== undefined) band.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  const isBad = answer !== undefined && isRefusal(answer);
  const content = answer && <Band key={answer.id} {...{ answer, desk, door, pays, onPress }} />;
  return (
    <section ref={band} aria-label="Answer" className="scroll-mt-4">
      <div role="status">{!isBad && content}</div>
      <div role="alert">{isBad && content}</div>
    </section>
  );
}

/** Whether somebody has to stop: everything except a check-in, its undoing and a second scan of the same badge. */
export function isRefusal({ outcome, isAgain }: Answered): boolean {
  const isFine = ['here', 'kept', 'out', 'undone'].includes(outcome);
  return !isFine && !isAgain;
}

function Band({ answer, desk, door, pays, onPress }: Props & { answer: Answered }) {
  const { outcome, words, people, notes, canOverrule, again } = answer;
  const [person, ...others] = people;
  const isBad = isRefusal(answer);
  const colours = isBad
    ? 'bg-error text-paper'
    : outcome === 'here'
      ? 'bg-good text-paper'
      : 'bg-band text-on-band';
  const press = (act: () => void) => () => {
    act();
    onPress();
  };
  return (
    <div className={`flex flex-col gap-2 px-5 py-5 wrap-anywhere sm:px-7 sm:py-6 ${colours}`}>
      <p className={`${isBad ? 'text-page' : 'text-lead'} font-semibold`}>{words}</p>
      {outcome === 'choose' ? (
        <Choice
          people={people}
          door={door}
          onCheckIn={(one) => press(() => desk.checkIn(one.key, one.name))()}
        />
      ) : (
        person &&
        others.length === 0 && (
          <PersonLines person={person} size={isBad ? 'text-name' : 'text-page'} />
        )
      )}
      {notes.map((note) => (
        <p key={note} className="font-semibold">
          {note}
        </p>
      ))}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {person && (outcome === 'here' || outcome === 'out') && answer.door === door?.id && (
          <BandButton onClick={press(() => desk.undo(person.key, person.name))}>
            Undo
            <span className="sr-only">
              {door ? ' the scan of' : ' the check-in of'} {person.name}
            </span>
          </BandButton>
        )}
        {person &&
          canOverrule &&
          !door &&
          pays
            .filter(({ isFor }) => isFor(person))
            .map(({ words: said, open }) => (
              <BandButton key={said} onClick={() => open(person)}>
                {said}
                <span className="sr-only">: {person.name}</span>
              </BandButton>
            ))}
        {person && canOverrule && (
          <BandButton onClick={press(() => desk.checkIn(person.key, person.name, true))}>
            {door ? 'Let in nevertheless' : 'Check in nevertheless'}
            <span className="sr-only">: {person.name}</span>
          </BandButton>
        )}
        {again && <BandButton onClick={press(again)}>Try again</BandButton>}
      </div>
    </div>
  );
}

/** The people of one badge, of whom somebody has to be chosen. */
function Choice({
  people,
  door,
  onCheckIn,
}: {
  people: readonly DeskPerson[];
  door: AtDoor | undefined;
  onCheckIn: (person: DeskPerson) => void;
}) {
  return (
    <ul className="flex flex-col gap-2">
      {people.map((one) => (
        <li key={one.key} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
          <span className="text-name font-semibold">{one.name}</span>
          {door || one.checkedInAt === undefined ? (
            <BandButton onClick={() => onCheckIn(one)}>
              {wordsAt(door)}
              <span className="sr-only"> {one.name}</span>
            </BandButton>
          ) : (
            <span>here since {timeWords(one.checkedInAt)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function PersonLines({
  person: { name, type, words },
  size,
}: {
  person: DeskPerson;
  size: 'text-name' | 'text-page';
}) {
  // The first line has name and type, too.
  const lines = words.map((line) =>
    line.replace(`${name}, `, '').replace(` (${type})`, '').replace(`(${type}, `, '('),
  );
  return (
    <>
      <p className={`${size} font-semibold`}>{name}</p>
      {type !== '' && <p className="text-lead">{type}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}

function BandButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="min-h-12 cursor-pointer rounded-edge border-2 border-current px-5 font-semibold focus-visible:outline-current"
    />
  );
}
