/** A wrong setting stops the start. The message is one sentence that names the setting. */
export class SettingError extends Error {}
