import path from 'node:path'
import { clockTimes, WEEKDAYS } from '../../../contract/schedule-words.ts'
import { commandOf, type Entry, type Order, type Places } from '../order.ts'

/** A systemd user timer and its service: see systemd.timer(5), systemd.service(5), 'Command lines', and systemd.syntax(7). */

/** `%` begins a specifier everywhere in a unit. */
const specified = (text: string) => text.replaceAll('%', '%%')

/** A word in double quotes: backslash and quote are escaped as in C. */
const quoted = (text: string) => `"${specified(text.replaceAll(/["\\]/g, String.raw`\$&`))}"`

/** systemd starts no program with such a sign in its path ('Executable name contains special characters'). */
const UNSTARTABLE = /["'\\]/
/** A shell starts it then; it gets the words as they are and reads none of them. */
const BY_SHELL = ['/bin/sh', '-c', 'exec "$0" "$@"']

/**
 * A command line. In arguments `$` begins a variable and `$$` is one dollar; the program's path takes no variables, and is
 * written as it is.
 */
function commandLine(words: readonly string[]): string {
  const [program = '', ...args] = UNSTARTABLE.test(words[0] ?? '') ? [...BY_SHELL, ...words] : words
  return [quoted(program), ...args.map((arg) => quoted(arg).replaceAll('$', '$$$$'))].join(' ')
}

/** `Mon,Tue *-*-* 01,07:30:00` */
function onCalendar({ days, ...clock }: Order['times']): string {
  const times = clockTimes(clock)
  const hours = times.map((time) => time.slice(0, 2)).join(',')
  const minute = times[0]?.slice(3) ?? '00'
  const names = days.map((day) => (day[0] ?? '').toUpperCase() + day.slice(1)).join(',')
  return `${days.length === WEEKDAYS.length ? '' : `${names} `}*-*-* ${hours}:${minute}:00`
}

export const unitOf = (id: string): string => `meterbook-${id}`

/** Where systemd looks for a user's own units. */
const unitsFolder = (places: Places): string => path.join(places.config, 'systemd', 'user')

/** The two units of an order. */
export function systemdEntry(order: Order, places: Places): Entry {
  const unit = unitOf(order.id)
  const { program } = order.commandLine
  const service = [
    '# Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.',
    '[Unit]',
    `Description=Meterbook keeps ${specified(path.basename(order.book))} fresh`,
    // Once the program is uninstalled nothing happens, and nothing is reported as failed.
    `ConditionFileIsExecutable=${specified(program)}`,
    '',
    '[Service]',
    'Type=oneshot',
    `ExecStart=${commandLine(commandOf(order))}`,
    ...(order.dataFolder === null ? [] : [`Environment=${quoted(`METERBOOK_DATA=${order.dataFolder}`)}`]),
    // 1: done, but something is missing. 130: the user logs off, and the next run carries on.
    'SuccessExitStatus=1 130',
    'TimeoutStartSec=6h',
    'Nice=10',
    'IOSchedulingClass=idle',
    '',
  ]
  const timer = [
    '# Written by Meterbook, which takes it away again: Preferences, or meterbook schedule --remove.',
    '[Unit]',
    `Description=When Meterbook keeps ${specified(path.basename(order.book))} fresh`,
    '',
    '[Timer]',
    `OnCalendar=${onCalendar(order.times)}`,
    // A run that was missed while the computer was off begins when the user logs on.
    'Persistent=true',
    // All laptops of a company do not come to the service in the same minute.
    'RandomizedDelaySec=10min',
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ]
  const folder = unitsFolder(places)
  const systemctl = (...args: string[]) => ({ command: ['systemctl', '--user', ...args] })
  return {
    texts: [
      { file: path.join(folder, `${unit}.service`), text: service.join('\n') },
      { file: path.join(folder, `${unit}.timer`), text: timer.join('\n') },
    ],
    on: [systemctl('daemon-reload'), systemctl('enable', `${unit}.timer`), systemctl('restart', `${unit}.timer`)],
    off: [{ ...systemctl('disable', '--now', `${unit}.timer`), mayFail: true }],
    after: [systemctl('daemon-reload')],
    run: systemctl('start', '--no-block', `${unit}.service`),
  }
}
