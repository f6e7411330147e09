import agenda from 'content:agenda';
import conference from 'content:conference';
import prices from 'content:prices';
import speakers from 'content:speakers';
import { conferenceEvent } from './conference-event.ts';

/** The conference as a block of data for the head of the home page. Only there, and never in a script that is run. */
export function eventBlock(): string {
  const json = JSON.stringify(conferenceEvent({ conference, prices, speakers, agenda }));
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`;
}
