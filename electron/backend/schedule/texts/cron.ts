import path from 'node:path'
import { clockTimes, WEEKDAYS } from '../../../contract/schedule-words.ts'
import { shellQuoted } from '../../shell-text.ts'
import { commandOf, type Entry, type Order, type Places } from '../order.ts'

/** A line of the user's crontab and the script that it starts, where no systemd runs for users. */

/** Names the line of an entry in a crontab that others write into as well. */
const markOf = (id: string): string => `# meterbook-${id}`

/** The name that `Entry.texts` has for the line. */
export const CRONTAB = 'crontab'

function fields({ days, ...clock }: Order['times']): string {
  const times = clockTimes(clock)
  const hours = times.map((time) => Number(time.slice(0, 2))).join(',')
  const minute = Number(times[0]?.slice(3) ?? 0)
  // Cron's week begins with Sunday, 0.
  const weekdays = days.map((day) => (WEEKDAYS.indexOf(day) + 1) % 7).toSorted((a, b) => a - b)
  return `${minute} ${hours} * * ${days.length === WEEKDAYS.length ? '*' : weekdays.join(',')}`
}

/**
 * What cron starts is a script: in a crontab `%` ends the command, and each cron has its own rules for backslashes. The line
 * itself holds nothing that anybody chose.
 */
export function cronEntry(order: Order, places: Places): Entry {
  const script = path.join(places.home, '.config', 'meterbook', `schedule-${order.id}.sh`)
  const { program } = order.commandLine
  const command = commandOf(order).map(shellQuoted).join(' ')
  const lines = [
    '#!/bin/sh',
    '# Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.',
    '# Once the program is uninstalled nothing happens.',
    `[ -x ${shellQuoted(program)} ] || exit 0`,
    '# Only while the user is logged on: the secrets are locked otherwise.',
    '[ -d "/run/user/$(id -u)" ] || who | grep -q "^$(id -un) " || exit 0',
    '# Cron knows no session: the keychain answers on its bus, where that lies in the usual place.',
    'XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/run/user/$(id -u)}"',
    'if [ -S "$XDG_RUNTIME_DIR/bus" ]; then',
    '  DBUS_SESSION_BUS_ADDRESS="${DBUS_SESSION_BUS_ADDRESS:-unix:path=$XDG_RUNTIME_DIR/bus}"',
    '  export XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS',
    'fi',
    ...(order.dataFolder === null ? [] : [`METERBOOK_DATA=${shellQuoted(order.dataFolder)}`, 'export METERBOOK_DATA']),
    `exec nice ${command} >>${shellQuoted(order.log)} 2>&1`,
    '',
  ]
  const line = `${fields(order.times)} /bin/sh "$HOME/.config/meterbook/schedule-${order.id}.sh" ${markOf(order.id)}`
  return {
    texts: [
      { file: script, text: lines.join('\n') },
      { file: CRONTAB, text: line },
    ],
    on: [{ command: ['crontab', '-'] }],
    off: [{ command: ['crontab', '-'] }],
    run: { command: ['/bin/sh', script] },
  }
}

/** The crontab without the entry's line; with `line`, that at its end. */
export function crontabWith(crontab: string, id: string, line: string | null): string {
  const others = crontab.split('\n').filter((one) => !one.trimEnd().endsWith(markOf(id)))
  while (others.at(-1) === '') others.pop()
  const all = line === null ? others : [...others, line]
  return all.length === 0 ? '' : `${all.join('\n')}\n`
}

/** The entry's line in a crontab; null: it has none. */
export const lineIn = (crontab: string, id: string): string | null =>
  crontab.split('\n').find((one) => one.trimEnd().endsWith(markOf(id))) ?? null
