/** Under which name a PDF keeps the characters that its fonts lack and that are printed as their codes, one after the other. */
export const REPLACED_KEY = 'PrintedAsCodes'
