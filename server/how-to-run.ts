import { existsSync } from 'node:fs';

/** A release has no lock file, because it has no packages to install. */
export const isRelease = !existsSync(new URL('../package-lock.json', import.meta.url));

/** The commands of this installation, for sentences that tell people what to type: of a release, or of a checkout. */
export const howToRun = isRelease
  ? {
      start: './plenary start',
      build: './plenary build',
      organiser: './plenary organiser',
      dashboard: './plenary dashboard',
      webDashboard: './plenary dashboard --web',
    }
  : {
      start: 'npm start',
      build: 'npm run build',
      organiser: 'npm run --silent organiser --',
      dashboard: 'npm run dashboard',
      webDashboard: 'npm run dashboard -- --web',
    };
