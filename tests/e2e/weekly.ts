/** True in `npm run test:weekly`, which runs every Monday and before a release. */
export const isWeekly = process.env['WEEKLY'] === 'on';
