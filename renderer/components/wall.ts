/** A wall time of a picker (`yyyy-mm-dd hh:mm:ss`) in ms as if it were UTC, which is how a zone's clock takes it. */
export const utcWall = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)
