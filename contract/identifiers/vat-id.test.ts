import { expect, test } from 'vitest';
import { vatIdOf } from './vat-id.ts';

// The numbers are examples of tax offices, and of libraries that check numbers.
test.each([
  ['ATU13585627', 'Austria'],
  ['BE0403019261', 'Belgium'],
  ['CHE107787577IVA', 'Switzerland'],
  ['CY10259033P', 'Cyprus'],
  ['DE136695976', 'Germany'],
  ['DK13585628', 'Denmark'],
  ['EE100931558', 'Estonia'],
  ['EL094259216', 'Greece'],
  ['ESA13585625', 'Spain'],
  ['FI20774740', 'Finland'],
  ['FR40303265045', 'France'],
  ['GB980780684', 'United Kingdom'],
  ['HR33392005961', 'Croatia'],
  ['HU12892312', 'Hungary'],
  ['IE6433435F', 'Ireland'],
  ['IT00743110157', 'Italy'],
  ['LU15027442', 'Luxembourg'],
  ['MT11679112', 'Malta'],
  ['NL004495445B01', 'Netherlands'],
  ['NO995525828MVA', 'Norway'],
  ['PL8567346215', 'Poland'],
  ['PT501964843', 'Portugal'],
  ['SE123456789701', 'Sweden'],
  ['SK2022749619', 'Slovakia'],
  ['RO18547290', 'Romania'],
])('%s is a number of %s, and not with another last digit', (number, country) => {
  expect(vatIdOf(number, country)).toBe(number);
  const isChecked = !/^(?:CY|ES|IE|RO)/.test(number);
  const wrong = number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  if (isChecked && !number.startsWith('SE') && !number.startsWith('NL')) {
    expect(vatIdOf(wrong, country)).toBeUndefined();
  }
});

test.each([
  ['de 136 695 976', 'Germany', 'DE136695976'],
  ['136695976', 'Germany', 'DE136695976'],
  ['GR 094259216', 'Greece', 'EL094259216'],
  ['CHE-107.787.577 MWST', 'Switzerland', 'CHE107787577MWST'],
  ['NL123456789B13', 'Netherlands', 'NL123456789B13'],
  ['ＤＥ１３６６９５９７６', 'Germany', 'DE136695976'],
  ['12892312-2-43', 'Hungary', 'HU12892312'],
  ['HU 12892312-2-43', 'Hungary', 'HU12892312'],
  ['BE 403.019.261', 'Belgium', 'BE0403019261'],
  ['403 019 261', 'Belgium', 'BE0403019261'],
  ['TVA BE 0403.019.261', 'Belgium', 'BE0403019261'],
  ['NL 0044.95.445.B.01', 'Netherlands', 'NL004495445B01'],
  ['FR 40 303 265 045', 'France', 'FR40303265045'],
  ['P. IVA 00743110157', 'Italy', 'IT00743110157'],
  ['A-13585625', 'Spain', 'ESA13585625'],
  ['C.F./P.IVA: 00743110157', 'Italy', 'IT00743110157'],
  ['IČ DPH SK2022749619', 'Slovakia', 'SK2022749619'],
  ['CVR 13585628', 'Denmark', 'DK13585628'],
  ['Y-tunnus 2077474-0', 'Finland', 'FI20774740'],
  ['CUI RO18547290', 'Romania', 'RO18547290'],
  ['ΑΦΜ 094259216', 'Greece', 'EL094259216'],
  ['KMKR nr EE100931558', 'Estonia', 'EE100931558'],
  ['CHE-107.787.577 VAT', 'Switzerland', 'CHE107787577VAT'],
  ['統一編號 46804706', 'Taiwan', '46804706'],
  ['107.787.577 MWST', 'Switzerland', 'CHE107787577MWST'],
  ['Org.nr. 995 525 828 MVA', 'Norway', 'NO995525828MVA'],
  ['VAT NO995525828MVA', 'Norway', 'NO995525828MVA'],
  ['VAT no. GB 980 7806 84', 'United Kingdom', 'GB980780684'],
  ['IE 6433435 F', 'Ireland', 'IE6433435F'],
  ['UID: ATU 13585627', 'Austria', 'ATU13585627'],
  ['USt-IdNr.: DE 136 695 976', 'Germany', 'DE136695976'],
  ['GR-094259216', 'Greece', 'EL094259216'],
  ['2077474-0', 'Finland', 'FI20774740'],
  ['PL 856-734-62-15', 'Poland', 'PL8567346215'],
  ['123456-7897', 'Sweden', 'SE123456789701'],
  // A company may be registered for VAT in another country than its address.
  ['DE136695976', 'France', 'DE136695976'],
  ['DE136695976', 'Japan', 'DE136695976'],
  ['12-3456789', 'United States', '123456789'],
  ['27AAPFU0939F1ZV', 'India', '27AAPFU0939F1ZV'],
])('"%s" from %s is %s', (typed, country, number) => {
  expect(vatIdOf(typed, country)).toBe(number);
});

test.each([
  ['DE12345678', 'Germany'],
  ['12892313-2-43', 'Hungary'],
  ['BE 403.019.262', 'Belgium'],
  ['DE136695970', 'Germany'],
  ['none', 'Germany'],
  ['none', 'Japan'],
  ['<script>1234</script>', 'Japan'],
  ['NL123456789B14', 'Netherlands'],
  ['1'.repeat(21), 'Japan'],
  ['', 'Germany'],
])('"%s" from %s is no number', (typed, country) => {
  expect(vatIdOf(typed, country)).toBeUndefined();
});
