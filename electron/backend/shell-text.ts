/** One word of a POSIX shell, whatever is in it. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A command as one types it into a shell, for the eye. */
export const shellText = (command: readonly string[]): string =>
  command.map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : shellQuoted(word))).join(' ')
