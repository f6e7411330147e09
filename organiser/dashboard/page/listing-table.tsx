import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Column } from '#server/reports/define-list.ts';
import type { ListHead } from '#server/reports/lists.ts';
import type { Row } from './listings-store.ts';
import { StateChip } from './state-chip.tsx';
import type { ListingTable as Table } from './use-listing-table.ts';

/** The height of every row in pixels, so that no row has to be measured. */
const ROW = 44;

type Props = {
  head: ListHead;
  table: Table;
  columns: readonly Column[];
  rows: readonly { id: string; original: Row }[];
};

/** Draws only the visible rows, however many there are. Arrow keys go from row to row, Enter opens a row. */
export function ListingTable({ head, table, columns, rows }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- Nothing here is memoised.
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  const { active, onKeyDown } = useRowKeys(rows.length, box, (at) => virtualizer.scrollToIndex(at));
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys move the focus from row to row.
    <div
      ref={box}
      onKeyDown={onKeyDown}
      role="region"
      aria-label={`${head.heading}, table`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- People without a mouse scroll with the keys.
      tabIndex={0}
      className="min-h-64 flex-1 overflow-auto border border-rule bg-raised [contain:strict]"
    >
      <table
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-collapse"
        style={{ minWidth: `${columns.reduce((sum, column) => sum + widthOf(column), 0)}rem` }}
      >
        <Headings columns={columns} table={table} />
        <tbody>
          {above > 0 && <Gap height={above} />}
          {items.map(({ index }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <TableRow
                key={row.id}
                at={index}
                row={row.original}
                head={head}
                columns={columns}
                wordsOf={table.wordsOf}
                isActive={index === active}
              />
            );
          })}
          {below > 0 && <Gap height={below} />}
        </tbody>
      </table>
      {rows.length === 0 && <p className="p-6 text-soft">No row matches.</p>}
    </div>
  );
}

type TableRowProps = Pick<Props, 'head' | 'columns'> & {
  at: number;
  row: Row;
  wordsOf: Table['wordsOf'];
  isActive: boolean;
};

/** Memoised, because most rows do not change while a table scrolls. */
const TableRow = memo(function TableRow(props: TableRowProps) {
  const { at, row, head, columns, wordsOf, isActive } = props;
  return (
    <tr
      aria-rowindex={at + 2}
      data-row={at}
      className="border-t border-rule hover:bg-sunk"
      style={{ height: ROW }}
    >
      {columns.map((column, position) => {
        const words = wordsOf(row, column.id);
        const cell = row.cells[head.columns.indexOf(column)];
        return (
          <td key={column.id} className={`truncate px-3 ${isRight(column) ? 'text-end' : ''}`}>
            {position === 0 ? (
              <First
                // A row may be of nobody yet, such as an agreed amount without an order.
                to={head.leadsTo && row.key && `/${head.leadsTo}/${row.key}`}
                words={words}
                isActive={isActive}
              />
            ) : column.kind === 'state' && typeof cell === 'string' ? (
              <StateChip state={cell} />
            ) : (
              <span title={words.length > 24 ? words : undefined}>{words}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
});

function Headings({ columns, table }: Pick<Props, 'columns' | 'table'>) {
  return (
    <>
      <colgroup>
        {columns.map((column) => (
          <col key={column.id} style={{ width: `${widthOf(column)}rem` }} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-10 bg-sunk">
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <Heading key={column.id} column={column} table={table} />
          ))}
        </tr>
      </thead>
    </>
  );
}

function Heading({ column, table }: { column: Column; table: Table }) {
  const sorted = table.getColumn(column.id)?.getIsSorted() ?? false;
  const order = sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending';
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- The button says it.
    <th scope="col" aria-sort={order} className="p-0 text-label">
      <button
        type="button"
        onClick={() => table.getColumn(column.id)?.toggleSorting()}
        className={`flex min-h-11 w-full cursor-pointer items-center gap-1 px-3 hover:text-accent ${isRight(column) ? 'justify-end' : ''}`}
      >
        <span className="truncate">{column.label}</span>
        <span aria-hidden="true" className="w-3">
          {order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}
        </span>
      </button>
    </th>
  );
}

type FirstProps = { to: string | undefined; words: string; isActive: boolean };

function First({ to, words, isActive }: FirstProps) {
  if (to === undefined) return <span className="font-medium">{words}</span>;
  return (
    <Link
      to={to}
      tabIndex={isActive ? 0 : -1}
      className="font-medium underline decoration-rule underline-offset-4 hover:decoration-accent"
    >
      {words === '' ? '(erased)' : words}
    </Link>
  );
}

function Gap({ height }: { height: number }) {
  return <tr aria-hidden="true" style={{ height }} />;
}

/** In rem. References and amounts always fit; long texts are cut. */
function widthOf({ width }: Column): number {
  return Math.min(width * 0.68, 12.5);
}

function isRight({ kind }: Column): boolean {
  return kind === 'money' || kind === 'number';
}

const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

/** Tab reaches one row; the arrow keys then move the focus from row to row. */
function useRowKeys(
  count: number,
  box: RefObject<HTMLDivElement | null>,
  scrollTo: (at: number) => void,
) {
  const [active, setActive] = useState(0);
  const [isMoved, setMoved] = useState(false);

  useEffect(() => {
    if (!isMoved) return;
    // The row is drawn once the virtualiser has seen the scrolling.
    const frame = requestAnimationFrame(() => {
      const row = box.current?.querySelector<HTMLElement>(`[data-row="${active}"] a`);
      (row ?? box.current)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [active, isMoved, box]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = steps[event.key];
    const isInHead = event.target instanceof Element && event.target.closest('thead') !== null;
    if (step === undefined || isInHead || count === 0 || event.altKey || event.metaKey) return;
    event.preventDefault();
    const from = Math.min(active, count - 1);
    const isFromBox = event.target === box.current && Math.abs(step) === 1;
    const next = isFromBox && !isMoved ? from : Math.max(0, Math.min(count - 1, from + step));
    scrollTo(next);
    setActive(next);
    setMoved(true);
  }

  return { active: Math.min(active, Math.max(count - 1, 0)), onKeyDown };
}
