import type { FeaturePeople } from '#server/reports/known-by-features.ts';
import { type Bounce, bounceWords, openBounces } from './bounces.ts';

declare module '#server/reports/known-by-features.ts' {
  interface PersonFacts {
    /** The newest mail that came back; absent if none did. */
    returned?: Pick<Bounce, 'kind' | 'status'>;
  }
}

export const aboutPeople: FeaturePeople = {
  isForOffice: true,
  async facts(db, ids) {
    const people = await db
      .selectFrom('participants')
      .select(['id', 'email'])
      .where('id', 'in', ['', ...ids])
      .execute();
    const bounces = await openBounces(
      db,
      people.map(({ email }) => email),
    );
    const emails = new Map(people.map(({ id, email }) => [id, email.toLowerCase()]));
    return (id) => {
      const last = bounces.get(emails.get(id) ?? '')?.at(-1);
      return last ? { returned: { kind: last.kind, status: last.status } } : {};
    };
  },
  lines: (_, { returned }) => (returned ? [['Mail address', bounceWords(returned)]] : []),
};
