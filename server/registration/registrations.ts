import type { PresentationType, RegistrationType } from '#contract/registration-options.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RegistrationRow } from '#server/database/tables.ts';
import { digestOf } from '#server/identity.ts';

/** A person who wants to take part, as typed. */
export type Registrant = {
  name: string;
  phone: string;
  email: string;
  instituteOrUniversity: string;
  country: string;
  presentationType: PresentationType;
};

export type Registration = Registrant & {
  id: string;
  /** Absent where the page did not send it. */
  registrationType: RegistrationType | undefined;
  createdAt: string;
};

export async function insertRegistration(tx: Tx, registration: Registration): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({
      id: registration.id,
      content_key: contentKeyOf(registration),
      name: registration.name,
      phone: registration.phone,
      email: registration.email,
      institute: registration.instituteOrUniversity,
      country: registration.country,
      presentation_type: registration.presentationType,
      registration_type: registration.registrationType ?? null,
      created_at: registration.createdAt,
    })
    .execute();
}

/** The latest registration of the same person for the same part. */
export async function findRegistrationId(
  db: Db,
  registrant: Registrant,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('registrations')
    .select('id')
    .where('content_key', '=', contentKeyOf(registrant))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Every registration, oldest first, for the desk. */
export async function listRegistrations(db: Db): Promise<Registration[]> {
  const rows = await db
    .selectFrom('registrations')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

export function contentKeyOf(registrant: Registrant): string {
  const { name, phone, email, instituteOrUniversity, country, presentationType } = registrant;
  return digestOf('registration', {
    name,
    phone,
    email: email.toLowerCase(),
    instituteOrUniversity,
    country,
    presentationType,
  });
}

function read(row: RegistrationRow): Registration {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    instituteOrUniversity: row.institute,
    country: row.country,
    presentationType: row.presentation_type as PresentationType,
    registrationType: (row.registration_type ?? undefined) as RegistrationType | undefined,
    createdAt: row.created_at,
  };
}
