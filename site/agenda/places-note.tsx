import * as labels from 'content:labels/agenda';
import { language } from 'content:language';
import { useEffect, useState } from 'react';
import type { ReadingOf } from '#contract/call.ts';
import { findAgendaPlaces } from '#contract/agenda-places.ts';
import { pluralText } from '#contract/content/plural.ts';
import { ask } from '#site/api.ts';

type Places = ReadingOf<typeof findAgendaPlaces>['items'][number];

/** An item with limited places says so in its HTML. With scripts it also says how many are left. */
export function PlacesNote({ id }: { id: string }) {
  const [places, setPlaces] = useState<Places>();
  useEffect(() => {
    let isShown = true;
    void placesNow().then((items) => {
      if (isShown) setPlaces(items.find((item) => item.id === id));
    });
    return () => {
      isShown = false;
    };
  }, [id]);
  return (
    <p className="entry-note">
      {labels.limited}
      {places && ` ${placesWords(places)}`}
    </p>
  );
}

export function placesWords({ left, waiting }: Omit<Places, 'id'>): string {
  if (left > 0) return pluralText(labels.placesLeft, left, language);
  return waiting > 0 ? pluralText(labels.allTaken, waiting, language) : labels.noneLeft;
}

const FRESH_MS = 30_000;
let asked: { at: number; items: Promise<readonly Places[]> } | undefined;

/** All items of the page ask once. */
function placesNow(): Promise<readonly Places[]> {
  const at = Date.now();
  if (asked === undefined || at - asked.at > FRESH_MS) {
    const answer = ask(findAgendaPlaces, {});
    asked = { at, items: answer.then((found) => (found.ok ? found.data.items : [])) };
  }
  return asked.items;
}
