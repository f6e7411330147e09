import {
  type FormEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { isSameName } from '#contract/person-name.ts';
import { type AtDoor, owes } from '../desk-answers.ts';
import type { DeskPerson } from '../desk-pack.ts';
import { isFound, searchFor } from '#contract/search.ts';
import { findNamed, hasReference } from '#contract/typed-reference.ts';
import { Button } from '#site/ui/button.tsx';
import { ActionSteps } from '#organiser/dashboard/page/action-dialog.tsx';
import { DeskAnswerBand, isRefusal } from './desk-answer.tsx';
import { DoorChoice, useDoors, wordsAt } from './door-choice.tsx';
import { useForms } from '#organiser/dashboard/page/forms.ts';
import { loadAgain, type Row, useListing } from '#organiser/dashboard/page/listings-store.ts';
import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import { may } from '#organiser/dashboard/rights.ts';
import { PageTitle } from '#organiser/dashboard/page/page-title.tsx';
import { StateChip } from '#organiser/dashboard/page/state-chip.tsx';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { PayHere, useWays } from './pay-here.tsx';
import { type Answered, type FindListed, useDesk } from './use-desk.ts';
import { canScan, useScanner } from './use-scanner.ts';
import { useScans } from './use-scans.ts';
import { useSignal } from './use-signal.ts';
import { timeWords } from '#organiser/dashboard/page/words.ts';

export const deskPage: PageOfFeature = {
  path: 'desk',
  words: 'Desk',
  before: 'participants',
  isFor: ({ rights }) => may(rights, 'act', 'Desk'),
  Page: DeskPage,
  isOffLine: true,
};

/** The page keeps this many of the latest answers below the one that it shows. */
const LAST_SHOWN = 5;

/** The greatest number of results, because nobody reads more while a person waits. */
const MOST_SHOWN = 12;

/** A form of the desk that is open, about a person or about somebody who is in no list. */
type Open = {
  action: 'note' | 'walk-in' | 'pay' | 'take-cash' | 'count-cash';
  person?: { key: string; name: string; reference?: string };
  /** The line of the person's card with the amount, which the form covers. */
  amount?: string;
};

/**
 * The registration desk. A scan, by a scanner that types the code and presses Enter or by the camera, checks in at once,
 * as a whole name does; a part of a name lists the people. The field takes every scan, whatever has the focus.
 */
function DeskPage({ isOffLine = false }: { isOffLine?: boolean }) {
  const { head, rows, coming, trouble } = useListing('participants');
  const doors = useDoors();
  const [door, setDoor] = useState<AtDoor>();
  const desk = useDesk(door, findListed);
  const forms = useForms();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<Open>();
  /** The answer that a new search has taken away. */
  const [over, setOver] = useState<number>();
  const wanted = useDeferredValue(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  const { isOn, start, stop, video, torch, trouble: noPicture } = useScanner(scan);
  // With the camera on, a phone would cover the answer with its keyboard.
  const focusField = () => {
    if (!isOn) field.current?.focus();
  };
  const focusAtFirst = useEffectEvent(focusField);
  useEffect(() => focusAtFirst(), []);
  useScans(field, scan);
  const { prepare } = useSignal(desk.answers[0], isOn);
  const offers = (action: string) => forms.some((form) => form.action === action);
  const ways = useWays();
  const hasCash = ways.cash && offers('take-cash');
  const opens = (action: Open['action']) => (person: DeskPerson) => {
    setOver(desk.answers[0]?.id);
    const amount = person.words.find((line) => line.startsWith('Open: '));
    setOpen({ action, person, ...(amount !== undefined && { amount }) });
  };

  function scan(code: string) {
    setTyped('');
    focusField();
    desk.scan(code);
  }

  /** The people of the list, for a scan without a network. */
  async function findListed({ person: key, code = '' }: Parameters<FindListed>[0]) {
    const byReference = Map.groupBy(rows, (row) => cell(row, 'reference'));
    const known = (spellings: string[]) => new Set(spellings.filter((one) => byReference.has(one)));
    const { named } = await findNamed(code, known);
    const found =
      key === undefined
        ? named.flatMap(({ reference }) => byReference.get(reference) ?? [])
        : rows.filter((row) => row.key === key);
    const present = found.filter((row) => !isGone(row));
    return present.map((row) => ({
      person: personIn(row),
      isSure: cell(row, 'state') === 'CONFIRMED',
    }));
  }

  const isGone = (row: Row) => ['CANCELLED', 'REFUNDED'].includes(cell(row, 'state'));
  const personIn = (row: Row) => {
    const [name, institute, type] = ['name', 'institute', 'type'].map((id) => cell(row, id));
    const [reference, state] = ['reference', 'state'].map((id) => cell(row, id));
    const about = { name: name ?? '', institute: institute ?? '', type: type ?? '' };
    return { ...about, key: row.key, reference: reference ?? '', state: state ?? '', words: [] };
  };

  /** Acts by a button. The next scan goes into the field, which is empty. */
  const pressed =
    (act: (key: string, name: string) => void) =>
    ({ key, name }: Named) => {
      setTyped('');
      act(key, name);
      focusField();
    };

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    if (code === '') return;
    if (hasReference(code)) return scan(code);
    const named = searchFor(code);
    const [row, ...others] = rows.filter(({ text }) => isFound(text, named));
    if (row && row.key !== '' && others.length === 0 && isSameName(cell(row, 'name'), code)) {
      setTyped('');
      return desk.checkIn(row.key, code);
    }
    if (door) {
      if (!row) desk.findNobody(code);
    } else desk.findCompanions(code, row !== undefined);
    // The next scan replaces the name.
    field.current?.select();
  }

  const at = (id: string) => head?.columns.findIndex((column) => column.id === id) ?? -1;
  const cell = ({ cells }: Row, id: string) => {
    const value = cells[at(id)];
    return typeof value === 'string' ? value : '';
  };
  const acts = actsIn(desk.answers);
  const isHere = (row: Row) => acts.get(row.key) ?? cell(row, 'checked-in') !== '';
  const here = rows.filter(isHere);
  const expected = rows.filter((row) => cell(row, 'state') === 'CONFIRMED');
  const search = useMemo(() => searchFor(wanted), [wanted]);
  const found = wanted === '' ? [] : rows.filter(({ text }) => isFound(text, search));
  const [last, ...earlier] = desk.answers;
  // A card of somebody else above the people who are found would be taken for one of them.
  const isOver = last !== undefined && last.id === over;
  const latest = isOver ? undefined : last;
  const before = isOver ? desk.answers : earlier;
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 p-4 sm:p-6">
      <PageTitle words="Registration desk" />
      {doors.length > 0 && (
        <DoorChoice
          doors={doors}
          door={door}
          onChange={(next) => {
            setDoor(next);
            focusField();
          }}
        />
      )}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <label className="flex min-w-52 flex-1 flex-col gap-1 text-label font-semibold">
          Scan a badge, or type a name
          <input
            ref={field}
            type="search"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setOver(desk.answers[0]?.id);
            }}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="control min-h-14 text-body"
          />
        </label>
        <Button type="submit">{wordsAt(door)}</Button>
        {canScan && (
          <Button
            variant="secondary"
            onClick={() => {
              if (isOn) return stop();
              prepare();
              field.current?.blur();
              start();
            }}
          >
            {isOn ? 'Stop the camera' : 'Scan with the camera'}
          </Button>
        )}
      </form>
      {isOn && (
        <div className="relative w-full max-w-md">
          <video
            ref={video}
            muted
            playsInline
            className="max-h-[38dvh] w-full bg-sunk object-cover"
          >
            <track kind="captions" />
          </video>
          {torch && (
            <p className="absolute end-2 bottom-2 bg-paper">
              <Button variant="secondary" aria-pressed={torch.isLit} onClick={torch.press}>
                Light
              </Button>
            </p>
          )}
        </div>
      )}
      {noPicture !== undefined && <Trouble words={noPicture} />}
      {trouble !== undefined && <Trouble words={trouble} />}
      <DeskAnswerBand
        answer={latest}
        desk={desk}
        door={door}
        pays={[
          ...(ways.byPhone ? [{ words: 'Pay by phone', isFor: owes, open: opens('pay') }] : []),
          ...(hasCash ? [{ words: 'Take cash', isFor: owes, open: opens('take-cash') }] : []),
          ...(offers('walk-in') && !isOffLine
            ? [{ words: 'Register and pay', isFor: hasNoOrder, open: opens('walk-in') }]
            : []),
        ]}
        onPress={focusField}
      />
      {desk.kept > 0 && (
        <p role="status" className="border-2 border-ink px-4 py-3 font-semibold">
          No network: {desk.kept} kept on this device, sent as soon as it is back. Leave this page
          open.
        </p>
      )}
      {desk.waiting > 0 && <p className="font-semibold">Waiting for an answer: {desk.waiting}</p>}
      <p className="text-label text-faint">
        {coming !== undefined && `Loading, ${coming.toLocaleString('en')} so far … `}
        <span aria-live="polite">
          {wanted === '' && door
            ? ''
            : wanted === ''
              ? `${here.length.toLocaleString('en')} of ${expected.length.toLocaleString('en')} here`
              : `${found.length.toLocaleString('en')} found`}
        </span>
      </p>
      {open?.action === 'pay' && open.person && (
        <PayHere
          key={open.person.key}
          person={open.person}
          onPaid={() => {
            if (open.person) desk.checkIn(open.person.key, open.person.name);
            setOpen(undefined);
            focusField();
          }}
          onClose={() => {
            setOpen(undefined);
            focusField();
          }}
        />
      )}
      {open && open.action !== 'pay' && (
        <OpenForm
          open={open}
          onClose={() => {
            setOpen(undefined);
            focusField();
          }}
        />
      )}
      {wanted === '' ? (
        <LastAnswers
          answers={before.slice(0, LAST_SHOWN)}
          rows={(door ? [] : here)
            .toSorted((a, b) => (cell(a, 'checked-in') < cell(b, 'checked-in') ? 1 : -1))
            .filter(({ key }) => !desk.answers.some(({ people }) => people[0]?.key === key))}
          cell={cell}
          door={door}
          onUndo={pressed(desk.undo)}
        />
      ) : (
        <ul className="flex flex-col">
          {found.slice(0, MOST_SHOWN).map((row) => (
            <li
              key={row.key + row.text}
              className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule py-2"
            >
              <Entry {...{ row, cell }} isLink={head?.leadsTo === 'people'} />
              {row.key !== '' && (
                <p className="flex basis-full flex-wrap gap-x-6">
                  <PersonButtons
                    person={{ key: row.key, name: cell(row, 'name') }}
                    isHere={!door && isHere(row)}
                    words={wordsAt(door)}
                    isGone={isGone(row)}
                    onCheckIn={pressed(desk.checkIn)}
                    onUndo={pressed(desk.undo)}
                    {...(isOffLine && {
                      onNote: (person: Named) => setOpen({ action: 'note', person }),
                    })}
                  />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {found.length > MOST_SHOWN && (
        <p className="text-soft">{found.length - MOST_SHOWN} more: type more of the name.</p>
      )}
      {!open && (
        <p className="flex flex-wrap gap-3 empty:hidden">
          {offers('walk-in') && (
            <Button variant="secondary" onClick={() => setOpen({ action: 'walk-in' })}>
              Somebody who is not in the list
            </Button>
          )}
          {hasCash && (
            <Button variant="secondary" onClick={() => setOpen({ action: 'count-cash' })}>
              Count the cash box
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** Whether somebody has filled in the form and ordered nothing yet. */
function hasNoOrder({ reference }: DeskPerson): boolean {
  return reference === '';
}

/** Whether people are here by the answers since the list was read: it is not read again after each of them. */
function actsIn(answers: readonly Answered[]): ReadonlyMap<string, boolean> {
  return new Map(
    answers
      .toReversed()
      .flatMap(({ outcome, people: [person], door }) =>
        person && door === undefined && outcome !== 'refused' && outcome !== 'choose'
          ? [[person.key, outcome !== 'undone'] as const]
          : [],
      ),
  );
}

function OpenForm({ open, onClose }: { open: Open; onClose: () => void }) {
  const { action, person, amount } = open;
  const form = useForms().find((each) => each.action === action);
  if (!form) return null;
  return (
    <section aria-label={form.title} className="border-t-2 border-ink pt-4">
      <h2 className="mb-4 text-name font-semibold">{form.title}</h2>
      <ActionSteps
        key={`${action} ${person?.key}`}
        form={form}
        intro={amount === undefined ? person?.name : `${person?.name} · ${amount}`}
        preset={presetOf(action, person)}
        onDone={() => void loadAgain('participants')}
        onClose={onClose}
      />
    </section>
  );
}

function presetOf(action: Open['action'], person: Open['person']) {
  if (!person) return {};
  if (action === 'walk-in') return { name: person.name };
  if (action === 'take-cash') return { reference: person.reference ?? '' };
  return { person: person.key };
}

type Named = { key: string; name: string; reference?: string };

type ButtonsProps = {
  person: Named;
  words: string;
  isHere: boolean;
  isGone: boolean;
  onCheckIn: (person: Named) => void;
  onUndo: (person: Named) => void;
  onNote?: (person: Named) => void;
};

function PersonButtons({ person, words, isHere, isGone, onCheckIn, onUndo, onNote }: ButtonsProps) {
  const { name } = person;
  return (
    <>
      {!isHere && !isGone && (
        <Button
          variant="secondary"
          onClick={() => onCheckIn(person)}
          aria-label={`${words}: ${name}`}
        >
          {words}
        </Button>
      )}
      {isHere && (
        <Button
          variant="quiet"
          onClick={() => onUndo(person)}
          aria-label={`Undo the check-in: ${name}`}
        >
          Undo the check-in
        </Button>
      )}
      {onNote && (
        <Button variant="quiet" onClick={() => onNote(person)} aria-label={`Note: ${name}`}>
          Note
        </Button>
      )}
    </>
  );
}

type Cell = (row: Row, id: string) => string;

type LastProps = {
  answers: readonly Answered[];
  rows: readonly Row[];
  cell: Cell;
  door: AtDoor | undefined;
  onUndo: (person: Named) => void;
};

/** The answers before the latest, and below them people whom other desks have checked in. */
function LastAnswers({ answers, rows, cell, door, onUndo }: LastProps) {
  const others = rows.slice(0, LAST_SHOWN - answers.length);
  if (answers.length + others.length === 0) return null;
  return (
    <>
      <h2 className="text-label font-semibold">Last</h2>
      <ul className="flex flex-col">
        {answers.map((answer) => {
          const { id, outcome, words, people } = answer;
          const [person] = people;
          return (
            <li
              key={id}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 border-t border-rule py-2"
            >
              <span className="min-w-0">
                <span className="block font-semibold">{person?.name}</span>
                <span
                  className={`block text-label ${isRefusal(answer) ? 'text-error' : 'text-good'}`}
                >
                  {words}
                </span>
              </span>
              {person && outcome === 'here' && !door && answer.door === undefined && (
                <Button
                  variant="quiet"
                  onClick={() => onUndo(person)}
                  aria-label={`Undo the check-in of ${person.name}`}
                >
                  Undo
                </Button>
              )}
            </li>
          );
        })}
        {others.map((row) => (
          <li
            key={row.key + row.text}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 border-t border-rule py-2"
          >
            <span className="font-semibold">{cell(row, 'name')}</span>
            <span className="text-label text-good">
              Checked in {timeWords(cell(row, 'checked-in'))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ row, cell, isLink }: { row: Row; cell: Cell; isLink: boolean }) {
  const about = ['institute', 'type', 'reference', 'notes'].map((id) => cell(row, id));
  const name = cell(row, 'name');
  return (
    <>
      <span className="min-w-0">
        {isLink ? (
          <Link to={`/people/${row.key}`} className="link block text-body font-semibold">
            {name}
          </Link>
        ) : (
          <span className="block text-body font-semibold">{name}</span>
        )}
        <span className="block text-label text-soft">
          {about.filter((words) => words !== '').join(' · ')}
        </span>
      </span>
      <span className="text-end">
        <StateChip state={cell(row, 'state')} />
        {cell(row, 'checked-in') !== '' && (
          <span className="block text-label text-good">
            Checked in {timeWords(cell(row, 'checked-in'))}
          </span>
        )}
      </span>
    </>
  );
}
