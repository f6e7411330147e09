import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { findCurrency } from '#contract/currency.ts';
import { isFound, type Search, searchFor } from '#contract/search.ts';
import type { Cell } from '#contract/csv.ts';
import { cellOf, type Value } from '#server/reports/list-cells.ts';
import type { Column } from '#server/reports/define-list.ts';
import type { ListHead } from '#server/reports/lists.ts';
import type { View } from './listing-address.ts';
import type { Row } from './listings-store.ts';
import { cellWords, clock } from './words.ts';

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

const NONE: Column[] = [];
const byLetters = new Intl.Collator('en');

/** A table with the rows after search, filters and sorting. */
export function useListingTable({
  head,
  rows,
  view: { search, filters, sorting },
  onSort,
  currency,
}: {
  head: ListHead | undefined;
  rows: readonly Row[];
  view: Pick<View, 'search' | 'filters' | 'sorting'>;
  onSort: (sorting: SortingState) => void;
  /** The currency of amounts in rows without a currency. */
  currency: string;
}) {
  const all = head?.columns ?? NONE;
  const columns = useMemo(
    () =>
      all.map(({ id }, at) => ({
        id,
        accessorFn: ({ cells }: Row) => cells[at],
        filterFn: (row: { original: Row }, _: string, wanted: unknown) =>
          String(row.original.cells[at]) === wanted,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compare(a.original.cells[at], b.original.cells[at]),
        sortDescFirst: false,
      })),
    [all],
  );
  const columnFilters = useMemo(
    () =>
      Object.entries(filters)
        .filter(([id, value]) => value !== '' && all.some((column) => column.id === id))
        .map(([id, value]) => ({ id, value })),
    [filters, all],
  );
  const words = useMemo(() => searchFor(search), [search]);
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ key }, at) => `${key} ${at}`,
    state: { columnFilters, globalFilter: words, sorting },
    // The search reads only `text`, which has all words of a row, so one column is enough.
    getColumnCanGlobalFilter: ({ id }) => id === all[0]?.id,
    globalFilterFn: ({ original }, _, wanted: Search) => isFound(original.text, wanted),
    onSortingChange: (change) => onSort(typeof change === 'function' ? change(sorting) : change),
  });
  const texts = useMemo(() => cellTexts(all, currency), [all, currency]);
  return Object.assign(table, texts);
}

/** The words of cells, and the cells as in spreadsheets. */
function cellTexts(all: readonly Column[], currency: string) {
  const positions = new Map(all.map(({ id }, at) => [id, at]));
  const find = ({ cells }: Row, id: string) => {
    const at = positions.get(id) ?? -1;
    const code = cells[positions.get('currency') ?? -1];
    return {
      kind: all[at]?.kind ?? 'text',
      value: cells[at],
      code: typeof code === 'string' ? code : currency,
    };
  };
  return {
    wordsOf(row: Row, id: string): string {
      const { kind, value, code } = find(row, id);
      return cellWords(kind, value, code);
    },
    /** A cell as in the spreadsheets. */
    cellIn(row: Row, id: string): Cell {
      const { kind, value, code } = find(row, id);
      // Most cells are no amounts, and a file has hundreds of thousands.
      return cellOf(kind, value, {
        currency: kind === 'money' ? findCurrency(code) : undefined,
        clock,
      });
    },
  };
}

export type ListingTable = ReturnType<typeof useListingTable>;

/** The chosen columns, or else the default columns. */
export function shownColumns(
  all: readonly Column[],
  chosen: readonly string[] | undefined,
  isNarrow: boolean,
): Column[] {
  if (chosen) return all.filter(({ id }) => chosen.includes(id));
  return all.filter(({ isShown, isNarrow: isForPhones }) => (isNarrow ? isForPhones : isShown));
}

/** Compares two cells; empty cells come last. */
function compare(a: Value | undefined, b: Value | undefined): number {
  const isMissing = (cell: Value | undefined) => cell === null || cell === undefined || cell === '';
  if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
  if (typeof a === 'string' && typeof b === 'string') return byLetters.compare(a, b);
  return Number(a) - Number(b);
}
