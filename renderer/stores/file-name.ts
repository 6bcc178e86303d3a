/** The last part of a path, of Windows or of any other system. */
export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path
