import { expect, test } from 'vitest';
import { addressLines, addressText } from './places.ts';

const seoul = { street: '강남구 영동대로 513', postalCode: '06164', city: '서울' };
const korea = { country: '대한민국', countryCode: 'KR', language: 'ko' };

test('an address in East Asia goes from the country to the house, in the languages of the country', () => {
  const address = { ...seoul, country: '대한민국' };
  expect(addressLines(address, korea)).toEqual(['06164 대한민국 서울 강남구 영동대로 513']);
  expect(addressLines({ ...address, country: undefined }, korea)).toEqual([
    '06164 서울 강남구 영동대로 513',
  ]);
  const english = { country: 'South Korea', countryCode: 'KR', language: 'en' };
  const gangnam = { street: '513 Yeongdong-daero', postalCode: '06164', city: 'Seoul' };
  const lines = ['513 Yeongdong-daero', '06164 Seoul, South Korea'];
  expect(addressLines({ ...gangnam, country: 'South Korea' }, english)).toEqual(lines);
});

test('a Korean conference abroad, and a place of it abroad, have the address of the country', () => {
  const zurich = { street: 'Seeweg 1', postalCode: '8001', city: 'Zürich', country: '스위스' };
  expect(addressLines(zurich, korea)).toEqual(['Seeweg 1', '8001 Zürich, 스위스']);
  const abroad = { country: '스위스', countryCode: 'CH', language: 'ko' };
  expect(addressLines(zurich, abroad)).toEqual(['Seeweg 1', '8001 Zürich, 스위스']);
});

test('the address of another place names its country if it is another one', () => {
  const palace = { id: 'palace', name: '경복궁', street: '종로구 사직로 161', postalCode: '03045' };
  const conference = { ...korea, city: '서울' };
  expect(addressText(conference, palace)).toBe('03045 서울 종로구 사직로 161');
  const swiss = { country: 'Switzerland', countryCode: 'CH', language: 'en', city: 'Zurich' };
  const castle = { id: 'castle', name: 'Castle', street: 'Schlossweg 1', postalCode: '8001' };
  expect(addressText(swiss, castle)).toBe('Schlossweg 1, 8001 Zurich');
  expect(addressText(swiss, { ...castle, country: 'France' })).toBe(
    'Schlossweg 1, 8001 Zurich, France',
  );
});
