import { expect, test } from 'vitest';
import { oneOf, peopleCalled } from './find-booked.ts';

const people = [
  { name: 'Ada Kowalska', email: 'ada@lab.example' },
  { name: 'Adam Kowalski', email: 'adam@lab.example' },
  { name: 'Dr. Jürgen Strauß', email: 'js@müller.example' },
  { name: 'Jan van der Berg', email: 'jan@lab.example' },
  { name: '王小明', email: 'wang@lab.example' },
  { name: '', email: '' },
];

test.each([
  ['Ada Kowalska', 'Ada Kowalska'],
  ['kowalska ada', 'Ada Kowalska'],
  ['Kowalska, Ada', 'Ada Kowalska'],
  ['Kowalska', 'Ada Kowalska'],
  ['A. Kowalska', 'Ada Kowalska'],
  ['Kowalska A', 'Ada Kowalska'],
  ['Ada K.', 'Ada Kowalska; Adam Kowalski'],
  ['AK', 'Ada Kowalska; Adam Kowalski'],
  ['Kowalsk', 'Ada Kowalska; Adam Kowalski'],
  ['strauss', 'Dr. Jürgen Strauß'],
  ['Strauß Juergen', 'Dr. Jürgen Strauß'],
  ['Dr Strauss', 'Dr. Jürgen Strauß'],
  ['Berg', 'Jan van der Berg'],
  ['van der Berg Jan', 'Jan van der Berg'],
  ['J. v. d. Berg', 'Jan van der Berg'],
  ['小明', '王小明'],
  ['ADA@LAB.example', 'Ada Kowalska'],
  ['adam@lab', 'Adam Kowalski'],
  ['js@xn--mller-kva.example', 'Dr. Jürgen Strauß'],
  ['Strauß, Jürgen <js@müller.example>', 'Dr. Jürgen Strauß'],
  ['Eva', ''],
  ['', ''],
])('“%s” means %s', (who, names) => {
  expect(
    peopleCalled(people, who)
      .map(({ name }) => name)
      .join('; '),
  ).toBe(names);
});

test('a name of several people is refused with all of them', () => {
  expect(() => oneOf(people, 'Kowalsk')).toThrow(
    'Several people of this order are "Kowalsk": Ada Kowalska, ada@lab.example; Adam Kowalski, adam@lab.example. Type the whole name or the email address.',
  );
});
