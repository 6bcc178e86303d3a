import { homedir } from 'node:os'
import path from 'node:path'

/** The file that a path means which a person has typed: `~` is the user's own folder. */
export const typedPath = (typed: string): string => path.resolve(typed.replace(/^~(?=[\\/]|$)/, () => homedir()))
