import path from 'node:path'
import { clockTimes, WEEKDAYS } from '../../../contract/schedule-words.ts'
import { commandOf, type Entry, type Order, type Places } from '../order.ts'
import { xml } from './xml.ts'

/** A launchd agent of the user: see launchd.plist(5). */

const labelOf = (id: string): string => `app.meterbook.${id}`
export const targetOf = (id: string, places: Places): string => `gui/${places.uid ?? 0}/${labelOf(id)}`

const key = (name: string) => `<key>${name}</key>`
const string = (text: string) => `<string>${xml(text)}</string>`
const integer = (value: number) => `<integer>${value}</integer>`

/** One moment of a day or a week each; launchd begins a run that it slept through when the computer wakes. */
function moments({ days, ...clock }: Order['times']): string[] {
  const weekdays = days.length === WEEKDAYS.length ? [null] : days.map((day) => (WEEKDAYS.indexOf(day) + 1) % 7)
  return weekdays.flatMap((weekday) =>
    clockTimes(clock).map((time) => {
      const [hour, minute] = time.split(':').map(Number)
      const when = `${key('Hour')}${integer(hour ?? 0)}${key('Minute')}${integer(minute ?? 0)}`
      return `\t\t<dict>${weekday === null ? '' : key('Weekday') + integer(weekday)}${when}</dict>`
    }),
  )
}

export function launchdEntry(order: Order, places: Places): Entry {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<!-- Written by Meterbook, which takes it away again: Preferences, or meterbook schedule with its option remove. -->',
    '<plist version="1.0">',
    '<dict>',
    `\t${key('Label')}${string(labelOf(order.id))}`,
    `\t${key('ProgramArguments')}`,
    '\t<array>',
    ...commandOf(order).map((word) => `\t\t${string(word)}`),
    '\t</array>',
    ...(order.dataFolder === null
      ? []
      : [`\t${key('EnvironmentVariables')}`, `\t<dict>${key('METERBOOK_DATA')}${string(order.dataFolder)}</dict>`]),
    `\t${key('StartCalendarInterval')}`,
    '\t<array>',
    ...moments(order.times),
    '\t</array>',
    `\t${key('ProcessType')}${string('Background')}`,
    // Only in a session with a screen: the keychain is locked elsewhere.
    `\t${key('LimitLoadToSessionType')}${string('Aqua')}`,
    `\t${key('StandardOutPath')}${string(order.log)}`,
    `\t${key('StandardErrorPath')}${string(order.log)}`,
    '</dict>',
    '</plist>',
    '',
  ]
  const file = path.join(places.home, 'Library', 'LaunchAgents', `${labelOf(order.id)}.plist`)
  const target = targetOf(order.id, places)
  const away = { command: ['launchctl', 'bootout', target], mayFail: true } as const
  return {
    texts: [{ file, text: lines.join('\n') }],
    // What is loaded already is not loaded anew.
    on: [away, { command: ['launchctl', 'enable', target] }, { command: ['launchctl', 'bootstrap', `gui/${places.uid ?? 0}`, file] }],
    off: [away],
    run: { command: ['launchctl', 'kickstart', target] },
  }
}
