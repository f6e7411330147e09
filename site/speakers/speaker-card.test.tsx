import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { SpeakerCard } from './speaker-card.tsx';

test.each([
  ['/contributions/PS26-7K3M-9QXW', true],
  ['//elsewhere.example', false],
  ['https://elsewhere.example', false],
  ['javascript:alert(1)', false],
])('a name leads to %s of this site: %s', (link, leads) => {
  const card = renderToStaticMarkup(
    <SpeakerCard speaker={{ id: 'ada', name: 'Ada', link }} heading="h2" />,
  );
  expect(card.includes(`<a href="${link}">Ada</a>`)).toBe(leads);
  expect(card.includes('<a ')).toBe(leads);
  expect(card).toContain('id="speaker-ada"');
});

describe('a speaker without a picture', () => {
  test.each([
    ['Ada Kowalska', 'AK'],
    ['Hye-rin van den Namgoong', 'HN'],
    [' Øyvind  Åsen ', 'ØÅ'],
    ['Bo', 'B'],
  ])('is shown with initials: %s', (name, initials) => {
    const card = renderToStaticMarkup(<SpeakerCard speaker={{ name }} heading="h2" />);
    expect(card).toContain(`data-portrait="${initials}"`);
    expect(card.replaceAll(/<[^>]*>/g, '')).toBe(name);
  });

  test('and without a name has no portrait', () => {
    const card = renderToStaticMarkup(<SpeakerCard speaker={{}} heading="h2" />);
    expect(card).not.toContain('data-portrait=');
  });
});
