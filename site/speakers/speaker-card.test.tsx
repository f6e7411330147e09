import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { SpeakerCard } from './speaker-card.tsx';

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
