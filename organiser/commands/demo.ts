import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayAfter, dayOf } from '#contract/content/calendar-days.ts';
import { endIn } from '#contract/content/moments.ts';
import { formWays } from '#contract/content/ways.ts';
import { createContainer } from '#server/container.ts';
import { createUploads } from '#server/files/uploads.ts';
import { newId } from '#server/identity.ts';
import { features } from '#server/features.ts';
import type { DemoDeps, DemoPart } from '#organiser/demo/demo-deps.ts';
import { demoProvider } from '#organiser/demo/demo-provider.ts';
import { DEMO_ABSTRACTS, DEMO_PEOPLE, fillDemo, refuseUsed } from '#organiser/demo/fill-demo.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { progressBar } from '#organiser/progress.ts';
import { command, type Print } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';

export const demo = command({
  name: 'demo',
  summary: `Fills an empty installation without real keys with ${DEMO_PEOPLE} invented people in every state.`,
  notOffered: 'It fills an empty installation, before anybody opens a dashboard.',
  work: (context, _, print) => demoCommand(context, print),
});

async function demoParts(): Promise<DemoPart[]> {
  const parts = await Promise.all(features().map(({ data }) => data?.demo?.()));
  return parts.filter((part) => part !== undefined);
}

/** The services of the server, without quotas, with pretend providers, and by a clock that the demonstration moves. */
function demoContainer(
  { payments, content }: CommandContext,
  providers: DemoDeps['providers'],
  now: DemoDeps['now'],
) {
  return createContainer({
    db: payments.db,
    content,
    most: { payments: Infinity, mails: Infinity, uploads: Infinity, uploadBytes: Infinity },
    mostOfNetwork: Infinity,
    networkKey: '',
    mode: 'sandbox',
    providers: Object.values(providers),
    clock: () => now.at,
    newId,
    // Doctor shows the flagged payments later.
    alarm: () => undefined,
  });
}

export async function demoCommand(organising: CommandContext, print: Print): Promise<void> {
  const { payments, content, env, dataDir, origin, actor } = organising;
  if (payments.mode !== 'sandbox') {
    throw new CommandError(
      'The settings have keys of a payment provider, and a demonstration has to be made without any.',
    );
  }
  if (env.SMTP_HOST !== undefined) {
    throw new CommandError('SMTP_HOST is set, so invented people would get mails. Unset it.');
  }
  if (env.WEBHOOK_ENDPOINTS.length > 0) {
    throw new CommandError(
      'WEBHOOK_ENDPOINTS is set, so other programs would hear of invented people. Unset it.',
    );
  }
  const { conference, prices } = content;
  const { bankTransfer, dates } = conference;
  const ways = formWays(conference, prices.currency).filter(
    (way) => way !== 'transfer' || bankTransfer,
  );
  if (ways.length === 0) throw new CommandError('The conference offers no way to pay.');
  const now = { at: payments.clock() };
  const providers = { stripe: demoProvider('stripe'), paypal: demoProvider('paypal') };
  const { context, mailLayout, receipts } = demoContainer(organising, providers, now);
  // The demonstration has its own folder, because the server deletes unknown files in its own.
  const folder = join(dataDir, 'demo-uploads');
  const bar = progressBar('People and abstracts', DEMO_PEOPLE + DEMO_ABSTRACTS);
  try {
    await refuseUsed(payments.db);
    const uploads = createUploads(folder, { reserveBytes: 0 });
    await fillDemo(
      {
        // Closed or full presentation types, and too few days before the conference, do not matter here.
        context: {
          ...context,
          ways,
          admit: async () => undefined,
          transferEnd: (_, chosen = now.at) =>
            bankTransfer &&
            endIn(dates, { day: dayAfter(dayOf(chosen, dates.timezone), bankTransfer.days) }),
        },
        providers,
        now,
        content,
        mailLayout,
        receipts,
        uploads,
        store: await organising.store(),
        origin,
        actor,
        parts: await demoParts(),
      },
      bar.step,
    );
    bar.end();
  } catch (error) {
    if (error instanceof ActionImpossible) throw new CommandError(error.message);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await print(
    `${DEMO_PEOPLE} invented people and ${DEMO_ABSTRACTS} abstracts were added. Their payments are invented, so refunds are refused.\n`,
  );
}
