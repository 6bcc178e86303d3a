/**
 * What channels, settings and messages mean (docs/field-rules.md, section F): the user's correction first, else the table of
 * `contract/meaning-table.ts`. Pure; what is not recognised has `row` null, is of quantity `other` or role `none`, and no
 * rule takes it.
 */

export { meaningOfChannel } from './channels.ts'
export { meaningOfSetting } from './settings.ts'
export { meaningOfMessage, pairedSubjects, type MessageFacts } from './messages.ts'
export type { Recognised } from './recognised.ts'
