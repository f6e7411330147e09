import { expect, test } from 'vitest';
import { swapTexts } from './swap-texts.ts';

const english = `# The facts.
city: Berlin
note: >-
  A city hotel on the water,
  under one roof.
questions:
  # About food.
  - { id: diet, label: Diet, options: [All, 'Rice, or fish'] }
  - id: access
    label: Access

lines: [one, two]
`;
const german = `city: Berlin
note: Ein Hotel am Wasser.
questions:
  - id: access
    label: >-
      Was der Tagungsort
      wissen sollte
  - id: diet
    label: Essen, und Getränke
    options: [Alles, Reis]
lines: [eins, zwei]
`;

test('two languages change places, and notes, order and facts stay', () => {
  expect(swapTexts(english, german)).toEqual({
    original: `# The facts.
city: Berlin
note: Ein Hotel am Wasser.
questions:
  # About food.
  - { id: diet, label: 'Essen, und Getränke', options: [Alles, Reis] }
  - id: access
    label: >-
      Was der Tagungsort
      wissen sollte

lines: [eins, zwei]
`,
    translation: `city: Berlin
note: >-
  A city hotel on the water,
  under one roof.
questions:
  - id: access
    label: Access
  - id: diet
    label: Diet
    options: [All, 'Rice, or fish']
lines: [one, two]
`,
  });
});
