import { expect, test } from 'vitest';
import {
  conferenceWithPages,
  publishedContribution,
} from '#tests/support/published-contribution.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { keptPublication, publicationOf } from './kept-publication.ts';

test('a conference that is published anew has a publication by its own rules', async () => {
  const content = conferenceWithPages();
  const server = await startTestSite({ content });
  const { reference } = await publishedContribution(server);
  const { db, files } = server;
  const shown = async (first: typeof content) => {
    const made = keptPublication({ context: server.context, first, files, hasScanner: false });
    return [...(await made.current()).byReference.keys()];
  };
  expect(await shown(content)).toEqual([reference]);
  const later = conferenceWithPages('2999-01-01');
  expect(await shown(later)).toEqual([]);
  // Requests that the server got before end by the rules of before, and forms know the present ones.
  expect(await shown(content)).toEqual([reference]);
  expect((await publicationOf(db)?.current())?.list).toEqual([]);
});
