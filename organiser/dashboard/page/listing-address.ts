import type { SortingState } from '@tanstack/react-table';

/** The part of a table's state that is in the address, so that an organiser can bookmark, send and reopen it. */
export type View = {
  search: string;
  /** The chosen value of each column that filters. */
  filters: Record<string, string>;
  sorting: SortingState;
  /** The chosen columns; undefined means the default columns. */
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
