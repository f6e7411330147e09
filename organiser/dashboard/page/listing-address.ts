import type { SortingState } from '@tanstack/react-table';

/** The part of a table that lives in the address, so that it can be kept, sent and gone back to. */
export type View = {
  search: string;
  /** The chosen value of each column that filters. */
  filters: Record<string, string>;
  sorting: SortingState;
  /** The columns that were chosen; undefined: those that are shown at first. */
  columns: string[] | undefined;
};

export function viewIn(address: URLSearchParams): View {
  const { q = '', sort = '', columns, ...filters } = Object.fromEntries(address);
  const id = sort.replace(/^-/, '');
  return {
    search: q,
    filters,
    sorting: id === '' ? [] : [{ id, desc: sort.startsWith('-') }],
    columns: columns?.split(','),
  };
}

export function addressOf({ search, filters, sorting, columns }: View): URLSearchParams {
  const [sort] = sorting;
  const all = {
    q: search,
    ...filters,
    sort: sort ? `${sort.desc ? '-' : ''}${sort.id}` : '',
    columns: columns?.join(',') ?? '',
  };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
}
