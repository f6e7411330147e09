import type { Printed } from '#server/reports/print-documents.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { CommandError } from './command-context.ts';
import { writeNewFile } from './new-file.ts';

/** Writes a PDF file while it is made; says how many people are in it. */
export async function savePrinted(path: string, printed: Promise<Printed>): Promise<number> {
  try {
    const { pdf, count } = await printed;
    await writeNewFile(path, pdf);
    return count;
  } catch (error) {
    if (error instanceof ActionImpossible) throw new CommandError(error.message);
    throw error;
  }
}
