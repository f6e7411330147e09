import type { Feature } from '#server/features.ts';
import { bankStatementTables } from './tables.ts';

export const bankStatements: Feature = {
  name: 'bank-statements',
  commands: () => import('./commands.ts'),
  data: { tables: bankStatementTables },
};
