import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { hasWords, searchWords } from '#contract/person-name.ts';
import { Button } from '#site/ui/button.tsx';
import { ActionButton } from './action-dialog.tsx';
import { loadAgain, type Row, useListing } from './listings-store.ts';
import { PageTitle } from './page-title.tsx';
import { StateChip } from './state-chip.tsx';
import { Trouble } from './trouble.tsx';
import { canScan, useScanner } from './use-scanner.ts';
import { timeWords } from './words.ts';

/** Without a search the page shows this many of the latest check-ins. */
const LAST_SHOWN = 5;

/** The greatest number of results, because nobody reads more while a person waits. */
const MOST_SHOWN = 12;

/**
 * The registration desk: finds the person at the desk, by name or by the code on the receipt. A scanner types the code
 * and presses Enter; the camera has the same effect.
 */
export function DeskPage({ isOffLine = false }: { isOffLine?: boolean }) {
  const { head, rows, coming, trouble } = useListing('participants');
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const spellings = searchWords(wanted);
  const field = useRef<HTMLInputElement>(null);
  // A scanner types into the focused field.
  useEffect(() => field.current?.focus(), []);
  const {
    isOn,
    start,
    stop,
    video,
    trouble: noPicture,
  } = useScanner((code) => {
    setTyped(code);
    open(code);
  });

  function open(code: string) {
    const codeWords = searchWords(code);
    const exact = rows.filter(({ text }) => hasWords(text, codeWords));
    const [only] = exact;
    if (only && exact.length === 1 && !isOffLine) void navigate(`/people/${only.key}`);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    open(typed);
  }

  const at = (id: string) => head?.columns.findIndex((column) => column.id === id) ?? -1;
  const cell = ({ cells }: Row, id: string) => {
    const value = cells[at(id)];
    return typeof value === 'string' ? value : '';
  };
  const here = rows.filter((row) => cell(row, 'checked-in') !== '');
  const expected = rows.filter((row) => cell(row, 'state') === 'CONFIRMED');
  const lastHere = here.toSorted((a, b) =>
    cell(a, 'checked-in') < cell(b, 'checked-in') ? 1 : -1,
  );
  const found =
    wanted === ''
      ? lastHere.slice(0, LAST_SHOWN)
      : rows.filter(({ text }) => hasWords(text, spellings));
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 p-4 sm:p-6">
      <PageTitle words="Registration desk" />
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <label className="flex min-w-52 flex-1 flex-col gap-1 text-label font-semibold">
          Name, reference or the receipt’s code
          <input
            ref={field}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            className="control min-h-14 text-body"
          />
        </label>
        {!isOffLine && <Button type="submit">Open</Button>}
        {canScan && (
          <Button variant="secondary" onClick={isOn ? stop : start}>
            {isOn ? 'Stop the camera' : 'Scan'}
          </Button>
        )}
      </form>
      {isOn && (
        <video ref={video} muted playsInline className="w-full max-w-md bg-sunk">
          <track kind="captions" />
        </video>
      )}
      {noPicture !== undefined && <Trouble words={noPicture} />}
      {trouble !== undefined && <Trouble words={trouble} />}
      <p role="status" className="text-label text-faint">
        {coming !== undefined && `Loading, ${coming.toLocaleString('en')} so far … `}
        {wanted === ''
          ? `${here.length.toLocaleString('en')} of ${expected.length.toLocaleString('en')} here`
          : `${found.length.toLocaleString('en')} found`}
      </p>
      {wanted === '' && here.length > 0 && (
        <h2 className="text-label font-semibold">Checked in last</h2>
      )}
      <ul className="flex flex-col">
        {found.slice(0, MOST_SHOWN).map((row) => (
          <li key={row.key + row.text} className="border-t border-rule">
            {isOffLine ? (
              <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
                <Entry row={row} cell={cell} />
                {row.key !== '' && (
                  <p className="flex basis-full flex-wrap gap-x-6">
                    {actionsOf(row, cell).map((action) => (
                      <ActionButton
                        key={action}
                        action={action}
                        subject={cell(row, 'name')}
                        intro={cell(row, 'name')}
                        preset={{ person: row.key }}
                        onDone={changed}
                      />
                    ))}
                  </p>
                )}
              </div>
            ) : (
              <Link
                to={`/people/${row.key}`}
                className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 py-2 hover:bg-sunk"
              >
                <Entry row={row} cell={cell} />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {found.length > MOST_SHOWN && (
        <p className="text-soft">{found.length - MOST_SHOWN} more: type more of the name.</p>
      )}
      {isOffLine && (
        <p>
          <ActionButton action="walk-in" preset={{}} onDone={changed} />
        </p>
      )}
    </div>
  );
}

function changed() {
  void loadAgain('participants');
}

type Cells = { row: Row; cell: (row: Row, id: string) => string };

function actionsOf(row: Row, cell: Cells['cell']): string[] {
  return [cell(row, 'checked-in') === '' ? 'check-in' : 'undo-check-in', 'note'];
}

function Entry({ row, cell }: Cells) {
  const about = ['institute', 'type', 'reference', 'notes'].map((id) => cell(row, id));
  return (
    <>
      <span className="min-w-0">
        <span className="block text-body font-semibold">{cell(row, 'name')}</span>
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
