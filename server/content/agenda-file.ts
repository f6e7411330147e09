import { isMap, isScalar, isSeq, type Pair, parseDocument, YAMLMap, YAMLSeq } from 'yaml';

/** The values of an item of agenda.yaml that names a contribution; absent ones are undefined. */
export type AgendaFileItem = {
  /** The index of the day in the file. */
  day: number;
  abstract: string;
  values: Record<string, unknown>;
};

/** An item to write. An item that is there keeps its other keys and its comments; `undefined` removes a key. */
export type AgendaFileEdit = {
  day: number;
  abstract: string;
  values: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** The items of a valid agenda.yaml that name contributions, and the number of days in the file. */
export function readAgendaFile(text: string): { days: number; items: AgendaFileItem[] } {
  const days = daysIn(parseDocument(text));
  const items = days.flatMap(({ items: list }, day) =>
    list.items.filter(isMap).flatMap((item): AgendaFileItem[] => {
      const abstract = abstractOf(item);
      return abstract === undefined ? [] : [{ day, abstract, values: valuesOf(item) }];
    }),
  );
  return { days: days.length, items };
}

/** The file with these items, each at its time of day. Comments, and items without a contribution, stay as they are. */
export function editAgendaFile(
  text: string,
  { put, remove }: { put: readonly AgendaFileEdit[]; remove: readonly string[] },
): string {
  const document = parseDocument(text);
  const lists = daysIn(document).map(({ items }) => items);
  for (const abstract of remove) takeOut(lists, abstract);
  for (const { day, abstract, values } of put) {
    const list = lists[day];
    if (!list) throw new Error(`agenda.yaml has no day ${day + 1}`);
    const there = findItem(lists, abstract);
    const item = there?.item ?? new YAMLMap(document.schema);
    const before = startOf(item);
    for (const [key, value] of Object.entries(values)) setValue(document, item, key, value);
    if (there?.list === list && startOf(item) === before) continue;
    if (there) takeOut(lists, abstract);
    insert(list, item);
  }
  const isPadded = /[[{] /.test(text);
  const written = document.toString({ lineWidth: 0, flowCollectionPadding: isPadded });
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}

type Document = ReturnType<typeof parseDocument>;
type Items = YAMLSeq<unknown>;

function daysIn(document: Document): { items: Items }[] {
  const days = document.get('days');
  return (isSeq(days) ? days.items : []).filter(isMap).map((day) => {
    const items = day.get('items');
    if (isSeq(items)) return { items };
    const empty = new YAMLSeq(document.schema);
    day.set('items', empty);
    return { items: empty };
  });
}

function abstractOf(item: YAMLMap): string | undefined {
  const abstract = item.get('abstract');
  return typeof abstract === 'string' ? abstract : undefined;
}

function valuesOf(item: YAMLMap): Record<string, unknown> {
  return Object.fromEntries(
    item.items.map(({ key, value }: Pair) => {
      const plain = isSeq(value)
        ? value.items.map((each) => (isScalar(each) ? each.value : each))
        : isScalar(value)
          ? value.value
          : value;
      return [isScalar(key) ? String(key.value) : String(key), plain];
    }),
  );
}

function findItem(lists: readonly Items[], abstract: string) {
  for (const list of lists) {
    const at = list.items.findIndex((each) => isMap(each) && abstractOf(each) === abstract);
    const item = list.items[at];
    if (isMap(item)) return { list, at, item };
  }
  return undefined;
}

/** Removes an item; a comment above it stays for the next one. */
function takeOut(lists: readonly Items[], abstract: string): void {
  const found = findItem(lists, abstract);
  if (!found) return;
  const { list, at, item } = found;
  list.items.splice(at, 1);
  const { commentBefore } = item;
  if (commentBefore == null) return;
  const next = list.items[at];
  if (isMap(next)) next.commentBefore = joined(commentBefore, next.commentBefore);
  else list.comment = joined(commentBefore, list.comment);
  item.commentBefore = null;
}

function joined(...comments: (string | null | undefined)[]): string {
  return comments.filter((comment) => comment != null).join('\n');
}

/** Inserts an item before the first one that is later, or at the same time in a later room. */
function insert(list: Items, item: YAMLMap): void {
  const key = orderOf(item);
  const found = list.items.findIndex((each) => isMap(each) && orderOf(each) > key);
  const at = found === -1 ? list.items.length : found;
  if (list.items.length === 0) list.flow = false;
  const first = list.items[0];
  if (at === 0 && isMap(first) && list.commentBefore != null) {
    first.commentBefore = joined(list.commentBefore, first.commentBefore);
    list.commentBefore = null;
  }
  list.items.splice(at, 0, item);
}

function startOf(item: YAMLMap): string {
  return String(item.get('start'));
}

function orderOf(item: YAMLMap): string {
  return `${startOf(item)} ${String(item.get('room') ?? '')}`;
}

function setValue(
  document: Document,
  item: YAMLMap,
  key: string,
  value: string | readonly string[] | undefined,
): void {
  if (value === undefined) {
    item.delete(key);
    return;
  }
  const known = item.get(key, true);
  if (typeof value === 'string' && isScalar(known)) {
    known.value = value;
    return;
  }
  const node = document.createNode(value, { flow: true });
  // YAML 1.1 takes 09:30 without quotes for a number.
  if (isScalar(node) && isTime(value)) node.type = 'QUOTE_SINGLE';
  item.set(key, node);
}

function isTime(value: string | readonly string[]): boolean {
  return typeof value === 'string' && /^\d\d:\d\d$/.test(value);
}
