import type { Page } from '@playwright/test';
import { field, fill, openForm, typeCaptcha } from './form-page.ts';
import { pretendCountryService, pretendServer, type Replies } from './pretend-server.ts';

export const interests = '/api/form-submission/get-interested-in-options';
export const sessions = '/api/form-submission/get-session-options';
export const submit = '/api/form-submission/submit';
export const organisations = '/api/organisations';

/** The fields of the form without the file and the captcha. */
export const author = {
  Title: 'Dr',
  Name: 'Ada Kowalska',
  Phone: '+48 22 555 0187',
  Email: 'ada.kowalska@lab.example',
  Organization: 'Vistula Institute',
  Country: 'Poland',
  'Interest area': '2',
  Session: '11',
};

export const paper = {
  name: 'Elastomers.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
};

/** Opens the abstract page with a server that accepts everything, except for the given replies. */
export async function openAbstract(page: Page, given: Replies = {}) {
  const replies: Replies = {
    [interests]: {
      json: [
        { id: 1, option_name: 'Talk' },
        { id: '2', option_name: 'Poster' },
      ],
    },
    [sessions]: { json: [{ id: '11', option_name: 'Elastomers and Rubbers' }] },
    [submit]: { json: { success: true, reference: 'AB26-7K3M-9QXW' } },
    [organisations]: { json: { organisations: [] } },
    ...given,
  };
  await pretendCountryService(page, ['Poland', 'Åland Islands', 'Austria']);
  const calls = await pretendServer(page, replies);
  await openForm(page, '/abstract-submission');
  return { replies, calls };
}

/** Fills in every field, including the file and the captcha. */
export async function fillAbstract(page: Page): Promise<void> {
  await fill(page, author);
  await field(page, 'Abstract file').setInputFiles(paper);
  await typeCaptcha(page);
}

export function submitButton(page: Page) {
  return page.getByRole('button', { name: /^Submit(ting\.\.\.| Abstract)$/ });
}

export function successWindow(page: Page) {
  return page.getByRole('dialog', { name: 'Abstract Submitted Successfully!' });
}
