import { seeded } from '#documents/seeded.ts';
import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { listParticipants } from '#server/orders/rows/participants.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { offeredAnswers } from '#features/questions/questions.ts';
import { hostWith, nameCompanions } from './name-companions.ts';
import { questionsAbout } from './places.ts';

const NAMES = ['Ada Bell', 'Bo Clay', 'Carla Díaz', 'Đorđe Petrović', 'Eun-ji Han', 'Femi Ade'];

/** Two thirds of the people who may bring somebody name a companion. */
export async function peopleRegistered({ context, content }: DemoDeps): Promise<void> {
  const chance = seeded(31);
  const pages = new Map(
    (await listParticipants(context.db)).map(({ id, pageToken }) => [id, pageToken]),
  );
  for (const person of await allParticipants(context.db)) {
    const { seats, version } = hostWith(content, person, []);
    if (seats.length === 0 || chance() > 0.66) continue;
    const typed = Object.fromEntries(
      seats.flatMap(({ field }) => [
        [`${field}-name`, NAMES[Math.floor(chance() * NAMES.length)] ?? ''],
        ...questionsAbout(content).map((question) => {
          const offered = offeredAnswers(question);
          return [`${field}-${question.id}`, offered[Math.floor(chance() * offered.length)] ?? ''];
        }),
      ]),
    );
    const naming = { payments: context, content };
    const page = pages.get(person.id) ?? '';
    await nameCompanions(naming, { page, personId: person.id, typed, version });
  }
}
