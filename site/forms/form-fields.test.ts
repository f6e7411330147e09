import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { choiceField, partOf, textField } from './form-fields.ts';

const fields = {
  name: textField({ label: 'Name', longest: 5, missing: 'Name is required' }),
  country: choiceField({
    label: 'Country',
    unset: 'Choose',
    choices: ['Chad', { value: 'pe', label: 'Peru' }],
    missing: 'Country is required',
  }),
  title: choiceField({ label: 'Title', unset: 'None', choices: ['Dr'] }),
};

test('a field gives its element the label, the length limit and the attribute required', () => {
  expect(fields.name.input).toEqual({ label: 'Name', required: true, maxLength: 5 });
  expect(fields.country.input).toMatchObject({ label: 'Country', required: true });
  expect(fields.title.input).toMatchObject({ label: 'Title', required: false });
});

test('the initial part of the fields has the initial value of each field', () => {
  expect(partOf(fields, 'initial')).toEqual({ name: '', country: '', title: '' });
});

test('a draft keeps valid values and replaces other values with the initial value', () => {
  const Draft = z.object(partOf(fields, 'draft'));
  const kept = { name: 'Ada', country: 'pe', title: 'Dr' };
  expect(Draft.parse(kept)).toEqual(kept);
  expect(Draft.parse({ name: 'Adalovelace', country: 'Peru', title: 7 })).toEqual({
    name: '',
    country: '',
    title: '',
  });
});

test('the rules name each required field that is empty', () => {
  const result = z.object(partOf(fields, 'rule')).safeParse({ name: ' ', country: '', title: '' });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([
    'Name is required',
    'Country is required',
  ]);
});
