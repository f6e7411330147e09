import prices from 'content:prices';
import { expect, test } from 'vitest';
import * as registration from 'content:labels/registration';
import { offerOf } from './offer.ts';
import { pickedLabels } from './registration-labels.ts';
import { defaults } from './registration-fields.ts';
import { waitingListMail, type Wanted } from './waiting-list.tsx';

const labels = pickedLabels(registration).waitingList;
const offer = {
  ...offerOf(prices),
  extras: [{ id: 'dinner', label: 'Conference dinner', hint: '', most: 2 }],
};

function mailOf(wanted: Partial<Wanted>) {
  const address = waitingListMail(
    'list@lab.example',
    { ...defaults, ...wanted },
    { offer, labels },
  );
  const { pathname, searchParams } = new URL(address);
  return {
    to: pathname,
    subject: searchParams.get('subject'),
    lines: searchParams.get('body')?.split('\r\n'),
  };
}

test('the mail to the waiting list has the name and the presentation type', () => {
  const wanted = { name: ' Ada & Zoë ', presentationType: 'abstract-submission' };
  expect(mailOf(wanted)).toEqual({
    to: 'list@lab.example',
    subject: 'Waiting list: Delegate',
    lines: [
      'Please put me on the waiting list.',
      '',
      'Name: Ada & Zoë',
      'Presentation type: Delegate',
    ],
  });
});

test('the mail to the waiting list has the chosen room and extras', () => {
  const stay = { registrationType: 'registrationAndAccommodation', nights: 3, extras: [2] };
  expect(mailOf({ ...stay, presentationType: 'poster' }).lines?.slice(3)).toEqual([
    'Presentation type: Poster',
    'Room: 3 nights',
    'Conference dinner: 2',
  ]);
});
