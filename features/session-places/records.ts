import type { ExportRecord, RecordedPerson } from '#organiser/records.ts';
import type { Db } from '#server/database/database.ts';
import { listScans } from './attendance.ts';
import { listSignUps } from './sign-ups.ts';

/** The sign-ups and the scans in an export. */
export async function* sessionRecords(
  db: Db,
  people: ReadonlyMap<string, RecordedPerson>,
): AsyncGenerator<ExportRecord> {
  const about = ({ participantId }: { participantId: string }) => {
    const { name = '', email = '', reference } = people.get(participantId) ?? {};
    return { name, email, reference };
  };
  for (const signUp of await listSignUps(db)) {
    yield { type: 'session-sign-up', ...about(signUp), ...signUp };
  }
  for (const scan of await listScans(db)) {
    yield { type: 'session-scan', ...about(scan), state: scan.way.toUpperCase(), ...scan };
  }
}
