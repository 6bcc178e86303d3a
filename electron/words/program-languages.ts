/**
 * What each language says outside the window alone: the other list of languages, beside languages.ts. A type in program.ts
 * refuses one that lacks a language. Named here and not loaded by name, so that whoever imports the words waits for nothing.
 */
export { default as en } from './en/program/index.ts'
export { default as ru } from './ru/program/index.ts'
