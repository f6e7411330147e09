import { expect, test } from 'vitest';
import { menuLinks } from '#contract/content/menu.ts';
import { leadsNowhere } from '#contract/content/site-addresses.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';

test('a link of the menu to the contributions opens another document, and no check refuses it', () => {
  const { addresses, ownPages, legal, labels } = fixtureContent;
  const site = { addresses, ownPages, legal, labels: labels.pages };
  const [agenda, list] = menuLinks(
    [{ to: '/agenda' }, { to: '/contributions', name: 'Talks' }],
    site,
  );
  expect(agenda).not.toHaveProperty('isServed');
  expect(list).toEqual({ to: '/contributions', name: 'Talks', isServed: true });
  expect(leadsNowhere('/contributions', addresses)).toBe(false);
});
