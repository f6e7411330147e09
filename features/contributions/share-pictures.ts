import type { Content } from '#contract/content.ts';
import { makeSharePicture } from '#documents/share-picture.ts';
import { namesOf } from './contribution-tags.ts';
import type { PublishedContribution } from './published-contributions.ts';

/** Some hundred pictures of about 40 kB. */
const MOST = 200;

/**
 * The pictures that networks show beside a link to a contribution. They are drawn one after the other, in a thread, and
 * kept: a contribution that has not changed is the same object.
 */
export function sharePictures(content: Content) {
  const made = new Map<PublishedContribution, Promise<Uint8Array>>();
  let last: Promise<unknown> = Promise.resolve();
  return (contribution: PublishedContribution): Promise<Uint8Array> => {
    const { title } = contribution;
    const draw = () => makeSharePicture(content, { title, line: namesOf(contribution) });
    const picture = made.get(contribution) ?? last.then(draw);
    last = picture.catch(() => made.delete(contribution));
    // The end of the list is the newest.
    made.delete(contribution);
    made.set(contribution, picture);
    const [oldest] = made.size > MOST ? made.keys() : [];
    if (oldest) made.delete(oldest);
    return picture;
  };
}
