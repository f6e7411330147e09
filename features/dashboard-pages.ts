import { deskPage } from './desk/site/desk-page.tsx';
import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import { programmePage } from './programme/site/programme-page.ts';
import { waitingListPage } from './waiting-list/site/waiting-list-page.ts';

/** The pages of features in the dashboard. */
export const pages: readonly PageOfFeature[] = [deskPage, waitingListPage, programmePage];
