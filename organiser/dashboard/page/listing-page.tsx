import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CSV_MARK, csvLine } from '#contract/csv.ts';
import { Button } from '#site/ui/button.tsx';
import type { Column } from '#server/reports/define-list.ts';
import type { Conference } from '../read-pages.ts';
import { addressOf, type View, viewIn } from './listing-address.ts';
import { ListingTable } from './listing-table.tsx';
import { useListing } from './listings-store.ts';
import { PageTitle } from './page-title.tsx';
import { saveFile } from './save-file.ts';
import { Trouble } from './trouble.tsx';
import { shownColumns, useListingTable } from './use-listing-table.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { Dialog } from '#site/ui/dialog.tsx';
import { timeWords } from './words.ts';

/** The pause after which a typed search enters the address. */
const TYPING_MS = 250;

/** The page of one list, with search, filters, a choice of columns, and the visible rows as a CSV file. */
export function ListingPage({ name, conference }: { name: string; conference: Conference }) {
  const { head, rows, coming, trouble } = useListing(name);
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => viewIn(address), [address]);
  const change = (part: Partial<View>) =>
    setAddress(addressOf({ ...viewIn(address), ...part }), { replace: true });
  const [search, setSearch] = useTyped(view.search, (typed) => change({ search: typed }));
  const [isChoosing, setChoosing] = useState(false);
  const isNarrow = useNarrow();
  const columns = useMemo(
    () => (head ? shownColumns(head.columns, view.columns, isNarrow) : []),
    [head, view.columns, isNarrow],
  );
  const { currency } = conference;
  const filtered = useDeferredValue(view.filters);
  const searched = useDeferredValue(search);
  const sorted = useDeferredValue(view.sorting);
  const table = useListingTable({
    head,
    rows,
    view: { search: searched, filters: filtered, sorting: sorted },
    onSort: (sorting) => change({ sorting }),
    currency: currency.code,
  });
  const found = table.getRowModel().rows;

  function exportSeen() {
    const lines = found.map(({ original }) =>
      csvLine(columns.map(({ id }) => table.cellIn(original, id))),
    );
    const today = timeWords(new Date().toISOString()).slice(0, 10);
    const labels = csvLine(columns.map(({ label }) => label));
    saveFile(`${name}-${today}.csv`, [CSV_MARK, labels, ...lines]);
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 p-4 sm:p-6 lg:pb-0">
      <PageTitle words={head?.heading ?? stateWords(name)}>
        <Button variant="quiet" onClick={() => setChoosing(true)} disabled={!head}>
          Columns
        </Button>
        <Button variant="quiet" onClick={exportSeen} disabled={!head || coming !== undefined}>
          Save as CSV
        </Button>
      </PageTitle>
      <search className="flex flex-wrap items-end gap-3">
        <label className="flex min-w-56 flex-1 flex-col gap-1 text-label font-semibold">
          Search
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="control font-normal"
          />
        </label>
        {head?.columns.map(
          (column, at) =>
            column.filters && (
              <Filter
                key={column.id}
                column={column}
                at={at}
                rows={rows}
                value={view.filters[column.id] ?? ''}
                isShown={columns.includes(column) || view.filters[column.id] !== undefined}
                onChange={(value) => change({ filters: { ...view.filters, [column.id]: value } })}
              />
            ),
        )}
      </search>
      <p role="status" className="text-label text-faint">
        {coming === undefined
          ? `${found.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')}`
          : `Loading, ${coming.toLocaleString('en')} so far …`}
      </p>
      {trouble !== undefined && <Trouble words={trouble} />}
      {head && <ListingTable head={head} table={table} columns={columns} rows={found} />}
      {head && (
        <ColumnsDialog
          open={isChoosing}
          all={head.columns}
          shown={columns}
          onChange={(chosen) => change({ columns: chosen })}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

type FilterProps = {
  column: Column;
  /** The index of the column's cell in a row. */
  at: number;
  rows: ReturnType<typeof useListing>['rows'];
  value: string;
  isShown: boolean;
  onChange: (value: string) => void;
};

function Filter({ column, at, rows, value, isShown, onChange }: FilterProps) {
  const values = useMemo(() => {
    const found = new Set<string>();
    for (const { cells } of rows) {
      const cell = cells[at];
      if (cell !== null && cell !== undefined && cell !== '') found.add(String(cell));
    }
    return [...found].toSorted((a, b) => a.localeCompare(b));
  }, [rows, at]);
  if (!isShown) return null;
  const words = (text: string) =>
    column.kind === 'state' ? stateWords(text) : (YES_OR_NO[text] ?? text);
  return (
    <label className="flex min-w-32 flex-1 flex-col gap-1 text-label font-semibold sm:max-w-48">
      {column.label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="control font-normal"
      >
        <option value="">All</option>
        {value !== '' && !values.includes(value) && <option value={value}>{words(value)}</option>}
        {values.map((each) => (
          <option key={each} value={each}>
            {words(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

const YES_OR_NO: Record<string, string> = { true: 'yes', false: 'no' };

/** The text of an input. `onPause` gets it at each pause of the typing, and a change from outside replaces it. */
function useTyped(outside: string, onPause: (typed: string) => void) {
  const [state, setState] = useState({ typed: outside, outside });
  if (state.outside !== outside) {
    setState({ typed: outside === state.typed ? state.typed : outside, outside });
  }
  const { typed } = state;
  const pause = useEffectEvent(onPause);
  useEffect(() => {
    if (typed === outside) return;
    const timer = setTimeout(() => pause(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, outside]);
  const setTyped = (next: string) => setState({ typed: next, outside });
  return [typed, setTyped] as const;
}

const narrow = matchMedia('(max-width: 40rem)');

/** Whether the window is as narrow as a phone. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const onChange = () => setNarrow(narrow.matches);
    narrow.addEventListener('change', onChange);
    return () => narrow.removeEventListener('change', onChange);
  }, []);
  return isNarrow;
}

type Props = {
  open: boolean;
  all: readonly Column[];
  shown: readonly Column[];
  /** Gets the ids of the columns to show; undefined means the default columns. */
  onChange: (chosen: string[] | undefined) => void;
  onClose: () => void;
};

function ColumnsDialog({ open, all, shown, onChange, onClose }: Props) {
  const ids = shown.map(({ id }) => id);
  return (
    <Dialog open={open} heading="Columns" onClose={onClose}>
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">Columns to show</legend>
        {all.map(({ id, label }) => (
          <label key={id} className="flex min-h-10 items-center gap-3">
            <input
              type="checkbox"
              checked={ids.includes(id)}
              onChange={({ target: { checked } }) => {
                const chosen = checked ? [...ids, id] : ids.filter((other) => other !== id);
                if (chosen.length > 0) onChange(chosen);
              }}
              className="size-5 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="mt-6 flex flex-wrap gap-4">
        <Button onClick={onClose}>Close</Button>
        <Button variant="quiet" onClick={() => onChange(undefined)}>
          Reset columns
        </Button>
      </div>
    </Dialog>
  );
}
