/** The languages of texts for people: the one list. Another language is another line here and its folder. */
export { default as en } from './en/index.ts'
export { default as ru } from './ru/index.ts'
